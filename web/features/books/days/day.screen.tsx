import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { dayAndTime, dayInSentence, number } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { DaySentence, daySentence, useDays } from '#web/shared/books/day-sentence.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

/** One day of the books in one sentence, with its cases and sources, and the last fourteen. */
export function Screen() {
  const [search] = useSearchParams()
  const data = neededAnswer(useDays())
  const shown = data?.days.find(({ day }) => day === search.get('dia')) ?? data?.days[0]
  return (
    <Page title="El día" width="page">
      {data && shown ? (
        <>
          <DaySentence
            day={shown}
            action={shown.cases > 0 && <Link to="/admin/payment-cases">Ver los casos</Link>}
          />
          <CardSection title="Últimos 14 días">
            <ol className="flex flex-wrap gap-2">
              {[...data.days].reverse().map((each) => {
                const isWhole = each.lacks.length === 0
                const Icon = isWhole ? CircleCheck : TriangleAlert
                return (
                  <li key={each.day}>
                    <PlainLink
                      to={`?dia=${each.day}`}
                      aria-current={each === shown || undefined}
                      className={cx(
                        'grid min-h-14 min-w-12 place-items-center rounded-control px-2 py-1',
                        isWhole ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn',
                        each === shown && 'ring-2 ring-ink',
                      )}
                    >
                      <span className="tnum font-semibold">
                        {Number(each.day.slice(8))}
                        <span className="sr-only">. {daySentence(each)}</span>
                      </span>
                      <Icon className="size-5" />
                    </PlainLink>
                  </li>
                )
              })}
            </ol>
          </CardSection>
          <CardSection title={`De dónde sale ${dayInSentence(shown.day)}`}>
            <Facts
              facts={[
                ['Pagos acreditados', number(shown.payments)],
                ['Retiros pagados', number(shown.withdrawals)],
                ['Pasarela comparada', when(shown.gatewayAt)],
                ['Banco comparado', shown.needsBank ? when(shown.bankAt) : 'No hace falta'],
                ['Libro verificado', when(shown.ledgerAt)],
              ]}
            />
          </CardSection>
        </>
      ) : (
        <SkeletonList rows={3} rowClass="h-24" />
      )}
    </Page>
  )
}

const when = (at: string | null) => (at ? dayAndTime(at) : 'Todavía no')
