import { MeetingChoice } from '#web/domain/bookings/meeting-choice.tsx'
import type { EndChoice } from '#web/domain/bookings/use-meeting-choice.ts'
import type { BookParams } from './book-params.ts'
import type { BookPlan } from './book-plan.ts'
import { NextBar } from './next-bar.tsx'

type StepMeetingProps = {
  plan: BookPlan
  choices: { from: EndChoice; to: EndChoice }
  onChange: (next: Partial<Pick<BookParams, 'fromPointId' | 'toPointId'>>) => void
  onNext: () => void
}

/** Choice of the meeting points before paying: a vetted one, or to be agreed later. */
export function StepMeeting({ plan, choices, onChange, onNext }: StepMeetingProps) {
  return (
    <>
      <MeetingChoice
        question="¿Dónde te subes?"
        choice={choices.from}
        onChoose={(fromPointId) => onChange({ fromPointId })}
      />
      <MeetingChoice
        question="¿Dónde te bajas?"
        choice={choices.to}
        onChoose={(toPointId) => onChange({ toPointId })}
      />
      <NextBar plan={plan} onNext={onNext} />
    </>
  )
}
