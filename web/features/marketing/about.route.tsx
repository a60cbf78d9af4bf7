import { Flag } from 'lucide-react'
import { organization, pageMeta } from '#web/lib/page-meta.ts'
import { Card } from '#web/ui/card.tsx'
import { PointCards } from '#web/ui/point-cards.tsx'
import { goals, goalsLead } from './about-content.ts'
import { CallToAction, Intermediary, PageBody, PageHero, Section } from './blocks.tsx'
import { SharedCar } from './drawings.tsx'
import { VersusTable } from './versus-table.tsx'

export const handle = { content: true }

export const meta = () => pageMeta('/about', organization())

/* Carpooling and ridesharing are often confused, but the law distinguishes them. */
const differences = [
  {
    point: 'Quién decide el viaje',
    ours: 'El conductor, que ya iba a hacerlo',
    theirs: 'El pasajero, que lo encarga',
  },
  {
    point: 'Qué se paga',
    ours: 'Una parte de gasolina y peajes',
    theirs: 'Una tarifa por servicio',
  },
  { point: 'Ganancia', ours: 'Ninguna: hay un tope de precio', theirs: 'Es el fin del viaje' },
  {
    point: 'Quién maneja',
    ours: 'Una persona particular',
    theirs: 'Alguien que trabaja manejando',
  },
  {
    point: 'Carros en la vía',
    ours: 'Menos: se llenan los que hay',
    theirs: 'Más: salen a buscar',
  },
] as const

export default function About() {
  return (
    <>
      <PageHero
        title="Llenamos los puestos que viajan vacíos"
        lead={
          'Cada día salen miles de carros con tres puestos libres. Unimos a quien va con quien ' +
          'necesita ir.'
        }
        drawing={<SharedCar />}
      />
      <PageBody>
        <div className="grid gap-4 md:grid-cols-2">
          <Purpose id="mision" title="Misión">
            Conectar a personas que viajan por las mismas vías de Colombia para que compartan el
            camino y sus gastos, de forma segura, a un precio justo y con menos carros en la vía.
          </Purpose>
          <Purpose id="vision" title="Visión">
            Ser la comunidad de viajes compartidos en la que más confía Colombia, y que compartir el
            carro entre ciudades sea tan natural como tomar un bus.
          </Purpose>
        </div>
        <Section
          id="compartir"
          title="Compartir un viaje no es pedir un carro"
          lead={
            'El carpooling reparte los gastos de un viaje que igual se iba a hacer. El ' +
            'ridesharing, o transporte por aplicación, vende un viaje nuevo.'
          }
        >
          <VersusTable
            caption="Carpooling frente a ridesharing"
            ours="Carpooling"
            theirs="Ridesharing"
            rows={differences}
          />
          <div className="mt-4">
            <Intermediary />
          </div>
        </Section>
        <Section id="metas" title="A dónde queremos llegar" lead={goalsLead}>
          <PointCards points={goals} />
        </Section>
        <CallToAction
          title="Súbete a la comunidad"
          text="Descarga la app o empieza desde la web: tu primer viaje puede ser esta semana."
        />
      </PageBody>
    </>
  )
}

function Purpose({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: string[] | string
}) {
  return (
    <Card id={id}>
      <Flag className="size-8 text-bosque" />
      <h2 className="mt-3 text-2xl">{title}</h2>
      <p className="mt-2 text-lg">{children}</p>
    </Card>
  )
}
