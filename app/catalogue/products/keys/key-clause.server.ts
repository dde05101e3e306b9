/** Matches documents by their current key, or by an old key that redirects to it (contract/search.md 3.6). */
export const underKey = (key: string) => ({
  bool: {
    minimum_should_match: 1,
    should: [
      { constant_score: { filter: { term: { url_key: key } }, boost: 4 } },
      { constant_score: { filter: { term: { redirect_url_key: key } }, boost: 2 } },
    ],
  },
});
