import type { About } from '#contract/support-tickets.ts'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'

/** Spanish name of each kind of subject. */
export const subjectWords: Record<About['kind'], string> = {
  trip: 'Viaje',
  booking: 'Reserva',
  movement: 'Movimiento',
  payment: 'Pago',
}

/** Subject of a ticket, in its state when the person wrote. */
export function SubjectCard({ subject }: { subject: About }) {
  return (
    <Card className="grid gap-3">
      <div className="min-w-0">
        <p className="text-sm text-muted">{subjectWords[subject.kind]}</p>
        <h2 className="text-xl wrap-anywhere">{subject.title}</h2>
      </div>
      <Facts
        className="tnum grid gap-3 sm:grid-cols-2"
        facts={subject.facts.map(({ label, value }) => [label, value])}
      />
    </Card>
  )
}
