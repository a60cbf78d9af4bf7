import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { DASHBOARD_DAYS, type DashboardDays } from '#contract/dashboard-limits.ts'
import type { Dashboard } from '#contract/statistics.ts'
import { api } from '#web/lib/api.ts'
import { date } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { AnswerTimes } from './answer-times.tsx'
import { Corridors } from './corridors.tsx'
import { Demand } from './demand.tsx'
import { Funnel } from './funnel.tsx'
import { MoneyFigures } from './money-figures.tsx'
import { TripFigures } from './trip-figures.tsx'

const isDays = (text: string | null): text is DashboardDays =>
  DASHBOARD_DAYS.some((days) => days === text)

/** Dashboard with the figures of a period, which is in the address. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('dias')
  const days = isDays(asked) ? asked : '30'
  const query = useQuery({
    queryKey: ['dashboard', days],
    queryFn: ({ signal }) => api.statistics.showDashboard({ query: { days }, signal }),
    placeholderData: keepPreviousData,
  })
  const answer = neededAnswer(query)
  return (
    <section aria-labelledby="dashboard-title" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="dashboard-title" className="text-2xl">
            Cómo va Cupo
          </h2>
          {answer && (
            <p className="mt-1 text-muted">
              Del {date(answer.since)} al {date(answer.until)}, comparado con los {answer.days} días
              de antes. El último día va en curso.
            </p>
          )}
        </div>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Período</legend>
          {DASHBOARD_DAYS.map((key) => (
            <button
              key={key}
              type="button"
              aria-pressed={key === days}
              onClick={() => setSearch({ dias: key }, { replace: true })}
              className="chip"
            >
              {key} días
            </button>
          ))}
        </fieldset>
      </div>
      {answer ? <Figures answer={answer} /> : <SkeletonList rows={3} rowClass="h-64" />}
    </section>
  )
}

function Figures({ answer }: { answer: Dashboard }) {
  return (
    <>
      {answer.countingFrom && (
        <Banner tone="warn" live="off">
          Faltan cifras desde el {date(answer.countingFrom)}: se están contando y las sumas suben.
        </Banner>
      )}
      <TripFigures trips={answer.trips} />
      {answer.money && <MoneyFigures money={answer.money} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <Funnel funnel={answer.funnel} />
        <AnswerTimes times={answer.times} />
      </div>
      <Corridors corridors={answer.corridors} />
      <Demand demand={answer.demand} />
    </>
  )
}
