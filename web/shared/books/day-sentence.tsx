import type { ReactNode } from 'react'
import type { DayBooks, DayLack } from '#contract/day-books.ts'
import { api } from '#web/lib/api.ts'
import { dayInSentence, pesos, plural } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'

const FRESH_MS = 5 * 60_000

/** Loads the last fourteen days of the books. Needs `reconciliation.decide`. */
export function useDays({ enabled = true } = {}) {
  return useRead(['reconciliations', 'days'], (signal) => api.reconciliation.days({ signal }), {
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    enabled,
  })
}

const lackWords: Record<DayLack, string> = {
  mismatch: 'el libro no cuadra',
  cases: 'hay casos abiertos',
  gateway: 'falta comparar con la pasarela el día completo',
  bank: 'falta comparar el extracto del banco',
  ledger: 'falta verificar el libro',
}

/** The day in one sentence; only a whole day has no difference. */
export function daySentence(of: DayBooks): string {
  const { payments, withdrawals, cases, openPesos, lacks } = of
  const day = dayInSentence(of.day)
  const name = day.charAt(0).toUpperCase() + day.slice(1)
  const paid = plural(payments, 'pago', 'pagos')
  const settled = `${name}: ${paid}, ${plural(withdrawals, 'retiro', 'retiros')}`
  const [first] = lacks
  if (!first) return `${settled}, ${pesos(0)} de diferencia`
  if (first === 'gateway') return `${name} no se ha conciliado`
  if (first !== 'cases') return `${name}: ${lackWords[first]}`
  const open = openPesos === null ? plural(cases, 'caso', 'casos') : pesos(openPesos)
  return `${settled} y ${open} por explicar`
}

/** The sentence of a day: green only when the day is whole. */
export function DaySentence({ day, action }: { day: DayBooks; action?: ReactNode }) {
  const [first, ...more] = day.lacks
  const also = first === 'gateway' || first === 'cases' ? day.lacks : more
  return (
    <Banner
      tone={first ? 'warn' : 'ok'}
      live="off"
      title={<span className="text-xl">{daySentence(day)}</span>}
      action={action}
    >
      {first
        ? also.length > 0 && `Todavía ${also.map((lack) => lackWords[lack]).join(', ')}.`
        : `La pasarela${day.needsBank ? ', el banco' : ''} y el libro dicen lo mismo.`}
    </Banner>
  )
}
