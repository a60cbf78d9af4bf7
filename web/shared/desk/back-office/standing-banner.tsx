import type { DeskPerson } from '#contract/back-office-people.ts'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'
import { Banner } from '#web/ui/banner.tsx'

type Bars = Pick<DeskPerson, 'expelled' | 'paused' | 'suspendedUntil'>

/** The sanction that is in force, at the head of a person's page and pane; nothing without. */
export function StandingBanner({ expelled, paused, suspendedUntil }: Bars) {
  if (expelled) return <Banner tone="err">Expulsada de Cupo.</Banner>
  const words = paused
    ? 'En pausa mientras se revisa un caso.'
    : suspendedUntil && `Suspendida hasta ${moment(suspendedUntil)}.`
  if (!words) return null
  return (
    <Banner tone="warn" live="off">
      {words}
    </Banner>
  )
}
