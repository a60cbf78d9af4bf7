import type { TermsVersion } from '#contract/privacy.ts'
import { api } from '#web/lib/api.ts'
import { number } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { calendarDayLong } from '#web/shared/users/consents/calendar-day.ts'
import { CardSection } from '#web/ui/card.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
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
  const answer = useNeeded(['terms-desk'], (signal) => api.privacy.listTerms({ signal }))
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
  const facts: Fact[] = [
    ['Vale desde', calendarDayLong(item.version)],
    ['Se anuncia desde', calendarDayLong(item.announcedOn)],
    ['La aceptaron', number(item.accepted)],
    ['La retiraron', item.withdrawn > 0 && number(item.withdrawn)],
    ['Avisados', item.state === 'announced' && `${number(item.told)} de ${number(people)}`],
  ]
  return (
    <CardSection title={item.title} aside={<StatusPill tone={tone}>{word}</StatusPill>}>
      <div className="grid gap-4">
        <p className="wrap-anywhere">{item.text}</p>
        {item.changes && <p className="text-muted wrap-anywhere">Qué cambia: {item.changes}</p>}
        <Facts className="tnum grid gap-3 sm:grid-cols-2 lg:grid-cols-4" facts={facts} />
      </div>
    </CardSection>
  )
}
