import { useSearchParams } from 'react-router'
import { today } from '#web/lib/format.ts'
import { type DeskFilter, type FilterField, readFilter, writeFilter } from './desk-filters.tsx'
import { type DeskColumn, type DeskOrder, orderText, readOrder } from './desk-table.tsx'

/** Parameter of the address for the days of a list that begins with those of today. */
const DAYS = 'dia'
const ORDER = 'orden'

type PlaceOptions<Item> = {
  fields: readonly FilterField[]
  columns: readonly DeskColumn<Item>[]
  /** Without any filter the list shows today. */
  isTodayFirst: boolean
  /** Whether the list is searched by a text, which is not in the address: then in all days. */
  isSearched: boolean
  /** Parameters of other parts of the screen, which a change of the filters must keep. */
  kept: readonly string[]
}

/** Filters, order and page of a list, all in the address. */
export function useDeskPlace<Item>(options: PlaceOptions<Item>) {
  const { fields, columns, isTodayFirst, isSearched, kept } = options
  const [search, setSearch] = useSearchParams()
  const typed = readFilter(search, fields)
  const isBare = Object.values(typed).every((value) => value === undefined) && !search.has(DAYS)
  const day = today()
  const filter: DeskFilter =
    isTodayFirst && isBare && !isSearched ? { ...typed, since: day, until: day } : typed
  const order = readOrder(search, columns)
  const newest = readOrder(new URLSearchParams(), columns).by
  const addressOf = (
    next: DeskFilter,
    { after, keeps = [...kept, ORDER, DAYS] }: { after?: string; keeps?: readonly string[] } = {},
  ) => {
    const made = writeFilter(next, fields, after)
    for (const name of keeps) if (search.has(name)) made.set(name, search.get(name) ?? '')
    return made
  }
  return {
    key: search.toString(),
    filter,
    order,
    /** Whether pages lead from the newest rows to older ones. */
    isByTime: order.dir === 'desc' && order.by === newest,
    after: search.get('despues') ?? undefined,
    days: daysOf(filter, day),
    /** Address of the page that begins at a place. */
    pageAt: (after: string) => `?${addressOf(isBare ? {} : filter, { after })}`,
    /** An empty filter leads back to the list as it opens. */
    setFilter: (next: DeskFilter) => {
      const isReset = Object.keys(next).length === 0
      setSearch(addressOf(next, { keeps: isReset ? kept : [...kept, ORDER, DAYS] }))
    },
    setDays: (days: 'today' | 'all') => {
      const of = days === 'today' ? day : undefined
      const next = addressOf({ ...filter, since: of, until: of })
      if (days === 'all') next.set(DAYS, 'todos')
      else next.delete(DAYS)
      setSearch(next)
    },
    setOrder: (next: DeskOrder) => {
      const made = addressOf(isBare ? {} : filter)
      made.set(ORDER, orderText(next))
      setSearch(made)
    },
    /** A search begins at its first page. */
    toStart: () => {
      const next = new URLSearchParams(search)
      next.delete('despues')
      setSearch(next)
    },
  }
}

/** The days that a list shows; null for days that somebody typed. */
function daysOf({ since, until }: DeskFilter, day: string): 'today' | 'all' | null {
  if (since === day && until === day) return 'today'
  return since === undefined && until === undefined ? 'all' : null
}
