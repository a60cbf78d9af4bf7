import { Check } from 'lucide-react'
import type { Card as MemberTier } from '#contract/rewards.ts'
import { MemberCard } from '#web/domain/rewards/member-card.tsx'
import { Card } from '#web/ui/card.tsx'

type Tier = {
  card: MemberTier
  name: string
  lead: string
  how: string
  checks: readonly string[]
  benefits: readonly string[]
}

const tiers: readonly Tier[] = [
  {
    card: 'green',
    name: 'Green',
    lead: 'Empieza automáticamente al registrarte y llega con tu primer viaje.',
    how: 'Cómo obtener la Green',
    checks: ['Completa tu registro', 'Haz la verificación básica', 'Haz tu primer viaje'],
    benefits: [
      'Descuentos en eventos',
      'Bonos de combustible',
      'Eventos exclusivos para miembros Green',
    ],
  },
  {
    card: 'gold',
    name: 'Gold',
    lead: 'Para los miembros que más aportan a la comunidad.',
    how: 'Cómo obtener la Gold',
    checks: [
      'Más de 20 viajes completados',
      'Calificación de 4,8 o más',
      'Ser miembro activo de la comunidad',
    ],
    benefits: ['Regalos exclusivos', 'Acceso VIP a eventos', 'Todo lo de Green, más lo Premium'],
  },
]

/** The cards Green and Gold: their benefits and how to get each. */
export function MembershipCards() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {tiers.map((tier) => (
        <Card key={tier.name} className="grid content-start gap-5">
          <MemberCard card={tier.card} />
          <p className="text-lg">{tier.lead}</p>
          <Checks title={tier.how} items={tier.checks} />
          <Checks title="Lo que te da" items={tier.benefits} />
        </Card>
      ))}
    </div>
  )
}

function Checks({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h4 className="font-semibold">{title}</h4>
      <ul className="mt-2 grid gap-2">
        {items.map((item) => (
          <li key={item} className="flex gap-2 text-muted">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
