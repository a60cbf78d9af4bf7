/** Behaviour of the date choice without a framework. The markup is `DateChips`. */

import { firstIn } from '#web/lib/elements.ts'
import { addDays, date, today } from '#web/lib/format.ts'

export type DateControl = {
  /** Returns the date, `YYYY-MM-DD` in Bogotá; null means today. */
  value(): string | null
  stop(): void
}

/** Hoy, Mañana and Elegir: the dates are computed here, a prerendered page does not know them. */
export function controlDate(field: HTMLElement): DateControl {
  const picker = firstIn<HTMLInputElement>(field, 'input[type="date"]')
  const chip = (value: string) => firstIn<HTMLInputElement>(field, `input[value="${value}"]`)
  const [soon, next, other] = [chip('today'), chip('tomorrow'), chip('other')]
  const label = firstIn(other.parentElement ?? field, 'span')
  const show = () => {
    picker.hidden = !other.checked
    picker.disabled = !other.checked
    label.textContent = other.checked && picker.value ? date(picker.value) : 'Elegir'
  }
  const openCalendar = () => {
    show()
    picker.focus()
    try {
      picker.showPicker()
    } catch {
      // `showPicker` throws in browsers that require a user gesture. The field has the focus
      // anyway.
    }
  }
  const now = today()
  picker.min = now
  picker.max = addDays(now, Number(picker.dataset.daysAhead))
  if (other.checked && picker.value === now) soon.checked = true
  if (other.checked && picker.value === addDays(now, 1)) next.checked = true
  const listening = new AbortController()
  const { signal } = listening
  field.addEventListener('change', show, { signal })
  other.addEventListener('change', openCalendar, { signal })
  show()
  return {
    value: () => {
      if (next.checked) return addDays(today(), 1)
      return other.checked && picker.value ? picker.value : null
    },
    stop: () => listening.abort(),
  }
}
