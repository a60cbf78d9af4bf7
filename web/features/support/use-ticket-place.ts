import { useSearchParams } from 'react-router'
import { kindOf } from './support-words.ts'

export const states = {
  open: 'Por responder',
  waiting: 'Esperan respuesta',
  resolved: 'Resueltos',
} as const
export const holders = { all: 'De todos', mine: 'Míos', free: 'Sin asignar' } as const
type State = keyof typeof states
type Holder = keyof typeof holders

const oneOf = <K extends string>(words: Record<K, string>, value: string | null, fallback: K): K =>
  value !== null && value in words ? (value as K) : fallback

/** Filters, page, open ticket and chosen part of it, all in the address. */
export function useTicketPlace() {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(params.get('pagina')) || 1))
  const kind = kindOf(params.get('tema') ?? '')
  const change = (changes: Record<string, string>) => {
    setParams((before) => changed(before, changes))
  }
  return {
    query: {
      status: oneOf<State>(states, params.get('estado'), 'open'),
      whose: oneOf<Holder>(holders, params.get('de'), 'all'),
      ...(kind ? { kind } : {}),
      page,
    },
    ticketId: params.get('caso'),
    part: params.get('parte') === 'persona' ? ('person' as const) : ('thread' as const),
    change,
    to: (ticketId: string) => `?${changed(params, { caso: ticketId, parte: '' })}`,
  }
}

export type TicketFilter = ReturnType<typeof useTicketPlace>['query']

/** Copies the parameters with some changed; an empty value removes one. */
function changed(params: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
