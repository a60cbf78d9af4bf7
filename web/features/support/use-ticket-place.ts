import { useDeskCase } from '#web/shared/desk/back-office/use-desk-case.ts'
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

/** Filters, page and open ticket, all in the address. */
export function useTicketPlace() {
  const { params, openId, change } = useDeskCase()
  const page = Math.max(1, Math.floor(Number(params.get('pagina')) || 1))
  const kind = kindOf(params.get('tema') ?? '')
  return {
    query: {
      status: oneOf<State>(states, params.get('estado'), 'open'),
      whose: oneOf<Holder>(holders, params.get('de'), 'all'),
      ...(kind ? { kind } : {}),
      page,
    },
    ticketId: openId,
    change,
  }
}

export type TicketFilter = ReturnType<typeof useTicketPlace>['query']
