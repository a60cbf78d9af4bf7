import { Siren } from 'lucide-react'
import { pageMeta } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { CardSection } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PointCards } from '#web/ui/point-cards.tsx'
import { CallToAction, PageBody, PageHero, Section } from './blocks.tsx'
import { ShieldRoad } from './drawings.tsx'
import { driverTips, measures, passengerTips, tools } from './safety-content.ts'

export const handle = { content: true }

export const meta = () => pageMeta('/safety')

export default function Safety() {
  return (
    <>
      <PageHero
        title="Sabes con quién viajas"
        lead={
          'Revisamos personas y vehículos, cuidamos tu dinero y tus datos, y estamos cuando nos ' +
          'necesitas.'
        }
        drawing={<ShieldRoad />}
      />
      <PageBody>
        <Section id="medidas" title="Cómo te cuidamos">
          <PointCards points={measures} />
        </Section>
        <Section id="herramientas" title="Durante tu viaje">
          <PointCards points={tools} />
          <p className="mt-4">
            <ButtonLink to="/contacto-de-confianza" variant="secondary">
              Elegir mi contacto de confianza
            </ButtonLink>
          </p>
        </Section>
        <Section id="consejos" title="Consejos para viajar tranquilo">
          <div className="grid gap-4 lg:grid-cols-2">
            <CardSection title="Para pasajeros">
              <Tips items={passengerTips} />
            </CardSection>
            <CardSection title="Para conductores">
              <Tips items={driverTips} />
            </CardSection>
          </div>
        </Section>
        <section
          aria-labelledby="emergencia-titulo"
          className="grid gap-4 rounded-card bg-arcilla-soft p-6 sm:grid-cols-[auto_1fr_auto]
            sm:items-center sm:p-8"
        >
          <Siren className="size-10 text-arcilla" />
          <div>
            <h2 id="emergencia-titulo" className="text-2xl">
              ¿Hay una emergencia?
            </h2>
            <p className="mt-1 text-lg">
              Llama primero al 123. Después avísanos: la línea de emergencias atiende 24/7 y damos
              respuesta en máximo dos horas.
            </p>
          </div>
          <ButtonLink to={paths.contact()} variant="secondary">
            Ver cómo contactarnos
          </ButtonLink>
        </section>
        <CallToAction
          title="Viaja con personas verificadas"
          text="Descarga la app o empieza en la web. Verificarte no cuesta nada."
        />
      </PageBody>
    </>
  )
}

function Tips({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-3 pl-5 marker:text-bosque">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
