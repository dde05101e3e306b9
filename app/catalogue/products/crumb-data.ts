/** Breadcrumbs of a catalogue page for search engines (schema.org BreadcrumbList). */
interface Step {
  name: string;
  /** Path on this site. */
  path: string;
}

export const crumbData = (origin: string, steps: readonly Step[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: origin + path,
  })),
});
