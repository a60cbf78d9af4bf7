import type { DayBooks, DayLack } from '#contract/day-books.ts'
import { bogotaDate, daysAfter } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { type DayCaseRow, type DayRow, listCasesByDay, listDays } from './days.queries.ts'

const DAYS = 14

/** Shows the last 14 days before today, the newest first, each with what it lacks. */
export async function showDays({ db, clock }: ReadDeps): Promise<{ days: DayBooks[] }> {
  const today = bogotaDate(clock.now())
  const cases = await listCasesByDay(db)
  const span = { first: daysAfter(today, -DAYS), last: daysAfter(today, -1) }
  const rows = await listDays(db, span)
  const days = rows.map((row) => {
    const own = cases.filter((each) => isOf(each, row.day))
    return {
      ...isoDates(row),
      cases: own.length,
      openPesos: own.every(({ pesos }) => pesos)
        ? own.reduce((sum, { pesos }) => sum + (pesos ?? 0), 0)
        : null,
      lacks: lacksOf(row, own),
    }
  })
  return { days }
}

/** What says that our own records do not agree, of which nobody knows the day. */
const isMismatch = ({ kind }: Pick<DayCaseRow, 'kind'>) => kind.startsWith('integrity_')

/** A mismatch is of each day until it was found: it can be in any of them. */
function isOf(each: DayCaseRow, day: string): boolean {
  return day <= each.last && (isMismatch(each) || day >= each.first)
}

/** Lists what a day lacks to be whole. The only place that decides it. */
export function lacksOf(
  { gatewayAt, bankAt, ledgerAt, needsBank }: Omit<DayRow, 'day' | 'payments' | 'withdrawals'>,
  cases: readonly Pick<DayCaseRow, 'kind'>[],
): DayLack[] {
  const lacks: Record<DayLack, boolean> = {
    mismatch: cases.some(isMismatch),
    cases: cases.some((each) => !isMismatch(each)),
    gateway: gatewayAt === null,
    bank: needsBank && bankAt === null,
    ledger: ledgerAt === null,
  }
  return (Object.keys(lacks) as DayLack[]).filter((lack) => lacks[lack])
}
