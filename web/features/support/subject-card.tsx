import type { ReactNode } from 'react'
import type { About } from '#contract/support-tickets.ts'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'

const words: Record<About['kind'], string> = {
  trip: 'Viaje',
  booking: 'Reserva',
  movement: 'Movimiento',
  payment: 'Pago',
}

/** Subject of a ticket, in its state when the person wrote. */
export function SubjectCard({ subject, children }: { subject: About; children?: ReactNode }) {
  return (
    <Card className="grid gap-3">
      <div className="min-w-0">
        <p className="text-sm text-muted">{words[subject.kind]}</p>
        <h2 className="text-xl wrap-anywhere">{subject.title}</h2>
      </div>
      <Facts
        className="tnum grid gap-3 sm:grid-cols-2"
        facts={subject.facts.map(({ label, value }) => [label, value])}
      />
      {children}
    </Card>
  )
}
