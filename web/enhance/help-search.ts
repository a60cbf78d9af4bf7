import { supportLinks } from '#web/domain/support/support-links.ts'
import { plural } from '#web/lib/format.ts'
import { isFound, searchWords, wordsOf } from './help-match.ts'

/**
 * Filters the questions of the page while somebody types in `form`; what nobody answers becomes a
 * ticket with the words typed. @returns the function that stops it
 */
export function controlHelpSearch(form: HTMLFormElement): () => void {
  const input = form.querySelector<HTMLInputElement>('input[type=search]')
  const status = form.querySelector<HTMLElement>('[data-help-status]')
  const ask = form.querySelector<HTMLAnchorElement>('[data-help-ask]')
  const questions = [...document.querySelectorAll<HTMLElement>('details[data-question]')]
  const texts = new Map(questions.map((each) => [each, wordsOf(each.textContent ?? '')]))
  const show = () => {
    const words = searchWords(input?.value ?? '')
    let count = 0
    for (const question of questions) {
      const isHit = isFound(words, texts.get(question) ?? [])
      question.hidden = !isHit
      if (isHit) count += 1
    }
    // A topic without a question that fits.
    for (const section of new Set(questions.map((each) => each.closest('section')))) {
      if (section) section.hidden = !section.querySelector('details:not([hidden])')
    }
    if (!status || !ask) return
    const searched = words.length > 0
    status.textContent = !searched
      ? ''
      : count > 0
        ? plural(count, 'respuesta', 'respuestas')
        : 'No encontramos esa pregunta.'
    ask.hidden = !searched || count > 0
    ask.href = supportLinks.ask(input?.value.trim())
  }
  const stay = (event: Event) => {
    event.preventDefault()
    show()
  }
  form.addEventListener('input', show)
  form.addEventListener('submit', stay)
  // Typed before this script was there.
  if (input?.value) show()
  return () => {
    form.removeEventListener('input', show)
    form.removeEventListener('submit', stay)
  }
}
