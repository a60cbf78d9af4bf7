import { Check } from 'lucide-react'
import { brand } from '#web/lib/brand.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LogoMark } from '#web/ui/logo.tsx'

type Tier = {
  name: string
  look: string
  lead: string
  how: string
  checks: readonly string[]
  benefits: readonly string[]
}

const tiers: readonly Tier[] = [
  {
    name: 'Green',
    look: 'bg-band text-on-band',
    lead: 'La recibirás automáticamente al registrarte.',
    how: 'Cómo obtener la Green',
    checks: ['Completa tu registro', 'Haz la verificación básica', 'Haz tu primer viaje'],
    benefits: [
      'Descuentos en eventos',
      'Bonos de combustible',
      'Eventos exclusivos para miembros Green',
    ],
  },
  {
    name: 'Gold',
    look: 'bg-maiz text-on-maiz',
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

/** Green and Gold: what they give and how to get each. */
export function MembershipCards() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {tiers.map((tier) => (
        <Card key={tier.name} className="grid content-start gap-5">
          <div className={cx('grid gap-8 rounded-card p-5 sm:p-6', tier.look)}>
            <span className="flex items-center justify-between font-display text-lg font-bold">
              {brand.name}
              <LogoMark mono className="size-8" />
            </span>
            <h3 className="text-3xl">Tarjeta {tier.name}</h3>
          </div>
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
