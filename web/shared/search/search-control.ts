import { firstIn } from '#web/lib/elements.ts'
import type { ComboItem, LoadItems } from '#web/ui/combo-item.ts'
import { type ComboboxControl, controlCombobox } from '#web/ui/combobox-control.ts'
import { controlDate } from '#web/ui/date-control.ts'
import { type RecentSearch, recentSearches } from './recent-searches.ts'

/** Search form without a framework, also for pages without the app's code (web/enhance). */

export type SearchValues = {
  from: ComboItem
  to: ComboItem
  /** Date of the search, `YYYY-MM-DD` in Bogotá; null means today. */
  date: string | null
  seats: number
}

type SearchOptions = { loadPlaces: LoadItems; onSearch: (values: SearchValues) => void }

export type SearchControl = { setFrom(place: ComboItem): void; stop(): void }

/** Shows or removes the error below a field, copied from the template in the form's markup. */
function showProblem(form: HTMLElement, { input }: ComboboxControl, problem?: string): void {
  const id = `${input.id}-error`
  document.getElementById(id)?.remove()
  if (!problem) {
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
    return
  }
  const line = firstIn(form, '[data-sample="field-error"] > p').cloneNode(true) as HTMLElement
  line.id = id
  firstIn(line, 'span').textContent = problem
  input.closest('.grid')?.append(line)
  input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', id)
}

/** Puts the places searched on this device first while nothing is typed. */
function recentFirst(end: 'from' | 'to', load: LoadItems): LoadItems {
  return async (query) => {
    if (query) return await load(query)
    const recent = new Map(recentSearches().map((search) => [search[end].id, search[end]]))
    const items = await load(query)
    return [
      ...[...recent.values()].map((place) => ({ ...place, detail: 'Reciente' })),
      ...items.filter(({ id }) => !recent.has(id)),
    ]
  }
}

/**
 * Attaches the behaviour to the search form. The event `fill` puts a way into an empty form; with
 * null it empties the form.
 * @throws when the form is not a `SearchCard`
 */
export function controlSearch(form: HTMLFormElement, options: SearchOptions): SearchControl {
  let tried = false
  const boxOf = (name: 'from' | 'to') =>
    controlCombobox(firstIn(form, `input[name="${name}"]`), {
      load: recentFirst(name, options.loadPlaces),
      onChange: (item) => {
        if (item?.both) {
          from.set(item.both.from)
          to.set(item.both.to)
        }
        check()
      },
      // The next question after "Desde", unless it has its answer.
      goOn: () => {
        if (name === 'to' || to.value()) return false
        to.input.focus()
        return true
      },
    })
  const [from, to] = [boxOf('from'), boxOf('to')]
  const date = controlDate(firstIn(form, 'fieldset'))
  const seats = firstIn<HTMLSelectElement>(form, 'select[name="seats"]')
  const problems = () => searchProblems({ from: from.value(), to: to.value() })
  const check = () => {
    if (!tried) return
    showProblem(form, from, problems().from)
    showProblem(form, to, problems().to)
  }
  const swap = () => {
    const before = from.value()
    from.set(to.value())
    to.set(before)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    tried = true
    check()
    const found = problems()
    const [start, end] = [from.value(), to.value()]
    // Show errors before moving the focus, so that the combobox list does not open over them.
    if (!start || !end || found.to) return (found.from ? from : to).input.focus()
    options.onSearch({ from: start, to: end, date: date.value(), seats: Number(seats.value) })
  }
  const listening = new AbortController()
  const { signal } = listening
  firstIn(form, '[data-swap]').addEventListener('click', swap, { signal })
  form.addEventListener('submit', submit, { signal })
  form.addEventListener(
    'fill',
    (event) => {
      const ends = (event as CustomEvent<RecentSearch | null>).detail
      if (ends && (from.input.value || to.input.value)) return
      from.show(ends?.from ?? null)
      to.show(ends?.to ?? null)
    },
    { signal },
  )
  return {
    setFrom: from.set,
    stop: () => {
      for (const part of [from, to, date]) part.stop()
      listening.abort()
    },
  }
}

/** The rules of the search form, for the component and for web/enhance. */
type SearchProblems = { from?: string; to?: string }

type Ends = { from: { id: string } | null; to: { id: string } | null }

function searchProblems({ from, to }: Ends): SearchProblems {
  const problems: SearchProblems = {}
  if (!from) problems.from = 'Elige de la lista de dónde sales.'
  if (!to) problems.to = 'Elige de la lista a dónde vas.'
  if (from && to && from.id === to.id) problems.to = 'Elige un destino distinto al origen.'
  return problems
}
