import { useQuery } from '@tanstack/react-query'
import type { TermsVersion } from '#contract/privacy.ts'
import { calendarDayLong } from '#web/domain/consents/calendar-day.ts'
import { api } from '#web/lib/api.ts'
import { number } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'

const states: Record<TermsVersion['state'], [PillTone, string]> = {
  current: ['ok', 'Vale hoy'],
  announced: ['warn', 'Anunciada'],
  planned: ['info', 'Por anunciar'],
  past: ['neutral', 'Anterior'],
}

/** Versions of terms and policies, with acceptances of each. The texts come with a release. */
export function Screen() {
  const query = useQuery({
    queryKey: ['terms-desk'],
    queryFn: ({ signal }) => api.privacy.listTerms({ signal }),
  })
  const answer = neededAnswer(query)
  return (
    <Page
      title="Términos y permisos"
      lead="Los textos vienen con el programa. Desde el día del anuncio avisamos a todos."
      width="page"
    >
      {!answer && <SkeletonList rows={3} rowClass="h-52" />}
      {answer && (
        <p className="text-muted">
          {number(answer.people)} personas con cuenta. Quien no ha aceptado los términos que valen
          lo hace al entrar.
        </p>
      )}
      {answer?.versions.map((item) => (
        <Version key={`${item.purpose} ${item.version}`} item={item} people={answer.people} />
      ))}
    </Page>
  )
}

function Version({ item, people }: { item: TermsVersion; people: number }) {
  const [tone, word] = states[item.state]
  const facts: [string, string][] = [
    ['Vale desde', calendarDayLong(item.version)],
    ['Se anuncia desde', calendarDayLong(item.announcedOn)],
    ['La aceptaron', number(item.accepted)],
    ...(item.withdrawn > 0 ? [['La retiraron', number(item.withdrawn)] as [string, string]] : []),
    ...(item.state === 'announced'
      ? [['Avisados', `${number(item.told)} de ${number(people)}`] as [string, string]]
      : []),
  ]
  return (
    <CardSection title={item.title} aside={<StatusPill tone={tone}>{word}</StatusPill>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="wrap-anywhere">{item.text}</p>
        {item.changes && <p className="text-muted wrap-anywhere">Qué cambia: {item.changes}</p>}
        <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="tnum font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </CardSection>
  )
}
