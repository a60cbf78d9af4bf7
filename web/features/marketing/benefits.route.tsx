import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Card as MemberTier } from '#contract/rewards.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { MemberCard } from '#web/shared/rewards/member-card.tsx'
import { Card } from '#web/ui/card.tsx'
import { DownloadLinks } from '#web/ui/download-links.tsx'
import { Link } from '#web/ui/link.tsx'
import { PointCards } from '#web/ui/point-cards.tsx'
import { benefits, comparison, controls, figures } from './benefits-content.ts'
import { CallToAction, Figures, PageBody, PageHero, Section } from './blocks.tsx'
import { FewerCars, RouteMap, SharedCar } from './drawings.tsx'
import { VersusTable } from './versus-table.tsx'

export const handle = { content: true }

export const meta = () => pageMeta('/benefits')

const portal = { to: paths.search(), text: 'Abrir en la web' }

export default function Benefits() {
  return (
    <>
      <PageHero
        title="Viajar acompañado sale mejor"
        lead={
          'Gastas menos, viajas con personas verificadas y sacas carros de la vía. Esto es ' +
          'lo que ganas con Cupo.'
        }
        drawing={<SharedCar />}
      >
        <DownloadLinks web={portal} />
      </PageHero>
      <PageBody>
        <Section id="beneficios" title="Seis razones para compartir">
          <PointCards points={benefits} />
        </Section>
        <Drawn
          id="rutas"
          title="Rutas optimizadas"
          lead={
            'Conocemos las vías entre ciudades, sus tiempos y sus peajes. Con eso organizamos el ' +
            'viaje para que nadie pierda tiempo.'
          }
          drawing={<RouteMap />}
          items={optimisation}
        />
        <Section
          id="tarjetas"
          title="Tarjetas Green y Gold"
          lead={
            'Tu forma de viajar tiene premio. Son gratis y llegan solas, por la noche, cuando ' +
            'cumples los pasos. Los premios los dan aliados: en Recompensas ves qué hay hoy.'
          }
        >
          <MembershipCards />
        </Section>
        <Section
          id="control"
          title="Sistemas de control"
          lead="Las reglas son iguales para todos, y se cumplen."
        >
          <PointCards points={controls} className="grid gap-4 sm:grid-cols-2" />
        </Section>
        <Environment />
        <Section
          id="comparacion"
          title="Cupo y el transporte informal"
          lead="Los dos te llevan. Esto es lo que cambia."
        >
          <VersusTable
            caption="Comparación de Cupo con el transporte informal en seis puntos"
            ours="Cupo"
            theirs="Informal"
            rows={comparison}
          />
        </Section>
        <Figures label="Cupo en cifras" figures={figures} />
        <CallToAction
          title="Empieza a ganar con tu próximo viaje"
          text="Descarga Cupo para iOS o Android, o ábrelo en la web. Registrarte no cuesta nada."
          web={portal}
        />
      </PageBody>
    </>
  )
}

const optimisation = [
  'Un mapa con la ruta completa, sus paradas y la hora de paso por cada una.',
  'El orden de recogidas que menos desvía, con el desvío a la vista del conductor.',
  'Cupos por tramo: el puesto que se libera en Ibagué se vuelve a ofrecer desde Ibagué.',
  'También encuentras viajes que solo pasan por tu ciudad, no solo los que salen de ella.',
] as const

const environment = [
  'Meta: reducir 30 % el CO₂ de los viajes que se comparten.',
  'Por cada cuatro cupos ocupados calculamos un carro que no tuvo que salir.',
  'Menos trancones a la entrada de las ciudades y menos ruido.',
  'Queremos enseñar a un millón de personas a moverse mejor.',
] as const

function Environment() {
  return (
    <Drawn
      id="ambiente"
      title="Compromiso con el ambiente"
      lead={
        'El viaje más limpio es el que ya se iba a hacer. Llenarlo no cuesta un gramo más de ' +
        'humo.'
      }
      drawing={<FewerCars className="lg:order-2" />}
      items={environment}
    >
      <p className="mt-4">
        Mira <Link to={paths.about()}>nuestras metas completas</Link> y{' '}
        <Link to="/impacto">lo que llevamos medido, con la fórmula</Link>.
      </p>
    </Drawn>
  )
}

type DrawnProps = {
  id: string
  title: string
  lead: string
  drawing: ReactNode
  items: readonly string[]
  children?: ReactNode
}

/** A drawing beside a title and a list of points. */
function Drawn({ id, title, lead, drawing, items, children }: DrawnProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-titulo`}
      className="grid items-center gap-8 lg:grid-cols-2"
    >
      {drawing}
      <div>
        <h2 id={`${id}-titulo`} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        <p className="mt-2 text-lg text-muted">{lead}</p>
        <ul className="mt-4 grid gap-3">
          {items.map((item) => (
            <li key={item} className="flex gap-3">
              <Check className="mt-0.5 size-5 shrink-0 text-ok" />
              {item}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </section>
  )
}

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
    lead: 'La tienes automáticamente al registrarte: «en camino» hasta tu primer viaje.',
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
function MembershipCards() {
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
            <Check className="mt-0.5 size-5 shrink-0 text-ok" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
