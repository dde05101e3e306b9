/** What is found under an address: by its current key, or by one that now leads on to it (contract/search.md 3.6). */
export const underKey = (key: string) => ({
  bool: {
    minimum_should_match: 1,
    should: [
      { constant_score: { filter: { term: { url_key: key } }, boost: 4 } },
      { constant_score: { filter: { term: { redirect_url_key: key } }, boost: 2 } },
    ],
  },
});
