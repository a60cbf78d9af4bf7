/** The search of the home page: web/domain/search/search-card.tsx, without React. */

import { loadPlaces } from '#web/domain/places/load-places.ts'
import { searchProblems } from '#web/domain/search/search-rules.ts'
import { addDays, date, today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { type EnhancedCombobox, enhanceCombobox } from './combobox.ts'
import { firstIn } from './elements.ts'
import { warmApp } from './warm-app.ts'

/** Shows a problem below its field, or takes it away. The look is the page's own sample. */
function showProblem({ input }: EnhancedCombobox, problem: string | undefined): void {
  const id = `${input.id}-error`
  document.getElementById(id)?.remove()
  if (!problem) {
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
    return
  }
  const sample = firstIn(document, '[data-sample="field-error"] > p')
  const line = sample.cloneNode(true) as HTMLElement
  line.id = id
  firstIn(line, 'span').textContent = problem
  input.closest('.grid')?.append(line)
  input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', id)
}

/** Hoy, Mañana or Elegir. Answers the day `YYYY-MM-DD`, null for today. */
function enhanceDate(form: HTMLFormElement): () => string | null {
  const picker = firstIn<HTMLInputElement>(form, 'input[type="date"]')
  const other = firstIn<HTMLInputElement>(form, 'input[type="radio"][value="other"]')
  const label = other.closest('label')?.querySelector('span')
  const choice = () => form.querySelector<HTMLInputElement>('input[type="radio"]:checked')?.value
  const show = () => {
    picker.disabled = choice() !== 'other'
    picker.hidden = picker.disabled
    if (label) label.textContent = picker.value && !picker.hidden ? date(picker.value) : 'Elegir'
  }
  picker.min = today()
  picker.max = addDays(today(), Number(picker.dataset.daysAhead))
  form.addEventListener('change', show)
  other.addEventListener('change', () => {
    show()
    picker.focus()
    try {
      picker.showPicker()
    } catch {
      // The focused field is enough.
    }
  })
  show()
  return () => {
    if (choice() === 'tomorrow') return addDays(today(), 1)
    return choice() === 'other' && picker.value ? picker.value : null
  }
}

export function enhanceSearch(form: HTMLFormElement): void {
  let tried = false
  const places = form.querySelectorAll<HTMLInputElement>('input[role="combobox"]')
  const [from, to] = [...places].map((input) => enhanceCombobox(input, loadPlaces, () => check()))
  if (!from || !to) return
  const day = enhanceDate(form)
  const seats = firstIn<HTMLSelectElement>(form, 'select[name="seats"]')
  const problems = () => searchProblems({ from: from.value(), to: to.value() })
  const check = () => {
    if (!tried) return
    showProblem(from, problems().from)
    showProblem(to, problems().to)
  }
  firstIn(form, '[data-swap]').addEventListener('click', () => {
    const before = from.value()
    from.set(to.value())
    to.set(before)
  })
  form.addEventListener('focusin', warmApp, { once: true })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    tried = true
    check()
    const found = problems()
    const [start, end] = [from.value(), to.value()]
    if (!start || !end || found.to) return (found.from ? from : to).input.focus()
    const search = { from: start.id, to: end.id, date: day(), seats: Number(seats.value) }
    location.assign(paths.search(search))
  })
}
