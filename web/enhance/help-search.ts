import { supportLinks } from '#web/domain/support/support-links.ts'
import { plural } from '#web/lib/format.ts'
import { isFound, searchWords, wordsOf } from './help-match.ts'

/**
 * Filters the page's questions while the person types in `form`. A search without a result becomes
 * a support ticket with the typed words. @returns the function that stops it
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
    // Hide topics without a matching question.
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
  // The person typed before this script was loaded.
  if (input?.value) show()
  return () => {
    form.removeEventListener('input', show)
    form.removeEventListener('submit', stay)
  }
}
