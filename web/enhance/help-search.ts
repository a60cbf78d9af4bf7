import { plural } from '#web/lib/format.ts'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { ranked, searchWords, wordsOf } from './help-match.ts'

/**
 * Shows the answers to what the person types in `form`, the best first. A search without a result
 * becomes a support ticket with the typed words. @returns the function that stops it
 */
export function controlHelpSearch(form: HTMLFormElement): () => void {
  const input = form.querySelector<HTMLInputElement>('input[type=search]')
  const status = form.querySelector<HTMLElement>('[data-help-status]')
  const ask = form.querySelector<HTMLAnchorElement>('[data-help-ask]')
  const results = document.querySelector<HTMLElement>('[data-help-results]')
  const articles = [...document.querySelectorAll<HTMLElement>('details[data-question]')].map(
    (node) => ({
      node,
      home: node.parentElement,
      title: wordsOf(`${node.querySelector('summary')?.textContent} ${node.dataset.question}`),
      text: wordsOf(node.textContent ?? ''),
    }),
  )
  const show = () => {
    const query = input?.value.trim() ?? ''
    const searched = searchWords(query).length > 0
    const hits = searched ? ranked(query, articles) : []
    // All answers go home in their order, then the hits to the results.
    for (const { home, node } of articles) home?.append(node)
    results?.replaceChildren(...hits.map(({ node }) => node))
    for (const section of new Set(articles.map(({ home }) => home?.closest('section')))) {
      if (section) section.hidden = searched
    }
    if (!status || !ask) return
    status.textContent = !searched
      ? ''
      : hits.length > 0
        ? plural(hits.length, 'respuesta', 'respuestas')
        : 'No encontramos esa pregunta.'
    ask.hidden = !searched || hits.length > 0
    ask.href = supportLinks.ask(query)
  }
  const stay = (event: Event) => {
    event.preventDefault()
    show()
  }
  form.addEventListener('input', show)
  form.addEventListener('submit', stay)
  // The person typed before this script was loaded.
  if (input?.value) show()
  return () => {
    form.removeEventListener('input', show)
    form.removeEventListener('submit', stay)
  }
}
