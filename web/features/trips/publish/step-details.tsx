import {
  BookingTerms,
  NotesField,
  PaymentModesField,
  PreferencesCard,
} from '#web/shared/trips/trip-fields.tsx'
import { Card } from '#web/ui/card.tsx'
import { NextBar } from './next-bar.tsx'
import { type StepProps, wayBody } from './publish-draft.ts'
import { RoadSearches } from './road-searches.tsx'

export function StepDetails({ draft, change, problems, ways, checking, onNext }: StepProps) {
  return (
    <>
      <PaymentModesField
        legend="Formas de pago que recibes"
        chosen={draft.paymentModes}
        onChange={(paymentModes) => change({ paymentModes })}
        error={problems.paymentModes}
      />
      <Card className="grid gap-3">
        <BookingTerms terms={draft} onChange={change} />
        {draft.instant && draft.roadStops !== 'at_once' && <RoadSearches {...wayBody(draft)} />}
      </Card>
      <PreferencesCard
        preferences={draft.preferences}
        onChange={(next) => change({ preferences: { ...draft.preferences, ...next } })}
        womenOnlyError={problems.womenOnly}
      />
      <NotesField
        notes={draft.notes}
        onChange={(notes) => change({ notes })}
        error={problems.notes}
      />
      {ways}
      <NextBar pending={checking} onNext={() => onNext()} />
    </>
  )
}
