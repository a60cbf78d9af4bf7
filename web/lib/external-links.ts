/** Outside the site. The apps have no page of their own yet: the stores' own search is honest. */
export const externalLinks = {
  appStore: 'https://www.apple.com/co/search/cupo?src=globalnav',
  googlePlay: 'https://play.google.com/store/search?q=cupo&c=apps&hl=es_CO',
} as const
