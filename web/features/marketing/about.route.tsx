import { Flag, GraduationCap, Handshake, Leaf, Smile, Users } from 'lucide-react'
import { organization, pageMeta } from '#web/lib/page-meta.ts'
import { Card } from '#web/ui/card.tsx'
import { CallToAction, Intermediary, PageBody, PageHero, PointCards, Section } from './blocks.tsx'
import { SharedCar } from './drawings.tsx'
import { VersusTable } from './versus-table.tsx'

export const handle = { content: true }

export function meta() {
  return pageMeta('/about', organization())
}

const goals = [
  {
    Icon: Users,
    title: '500.000 usuarios activos',
    text: 'En tres años, para que en cada ruta haya siempre un cupo a buena hora.',
  },
  {
    Icon: Smile,
    title: 'Más de 90 % de satisfacción',
    text: 'Medida con lo que dicen las personas después de cada viaje.',
  },
  {
    Icon: Leaf,
    title: '30 % menos CO₂',
    text: 'En los viajes que se comparten, por los carros que dejan de salir.',
  },
  {
    Icon: GraduationCap,
    title: '1 millón de personas',
    text: 'Que aprendan a moverse de forma compartida, segura y sostenible.',
  },
  {
    Icon: Handshake,
    title: 'Alianzas en dos años',
    text: 'Con empresas, universidades y ciudades que quieren menos trancones.',
  },
] as const

/* Carpooling and ridesharing are often confused; the law does not confuse them. */
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
        <Section id="metas" title="A dónde queremos llegar" lead="Estas son nuestras metas.">
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
      <Flag aria-hidden="true" className="size-8 text-bosque" />
      <h2 className="mt-3 text-2xl">{title}</h2>
      <p className="mt-2 text-lg">{children}</p>
    </Card>
  )
}
