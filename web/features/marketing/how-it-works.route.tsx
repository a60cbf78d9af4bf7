import { brand } from '#web/lib/brand.ts'
import { pageMeta, questions } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { Card, CardSection } from '#web/ui/card.tsx'
import { DownloadLinks } from '#web/ui/download-links.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { RoadSteps } from '#web/ui/road-steps.tsx'
import { CallToAction, PageBody, PageHero, Question, Section } from './blocks.tsx'
import { PhoneTicket } from './drawings.tsx'
import { driverSteps, faq, passengerSteps, paymentModes } from './how-it-works-content.ts'

export const handle = { content: true }

export const meta = () => pageMeta('/how-it-works', questions(faq))

const signup = { to: paths.signup(), text: 'Registrarme en la web' }

export default function HowItWorks() {
  return (
    <>
      <PageHero
        title="De tu ciudad a la otra, en cuatro pasos"
        lead={
          'Busca un cupo o comparte los tuyos. Así funciona Cupo desde el registro hasta la ' +
          'llegada.'
        }
        drawing={<PhoneTicket />}
      >
        <DownloadLinks web={signup} />
      </PageHero>
      <PageBody>
        <div className="grid gap-4 lg:grid-cols-2">
          <CardSection title="Si eres pasajero">
            <RoadSteps steps={passengerSteps} />
            <ButtonLink to={paths.search()} className="mt-6">
              Buscar viaje
            </ButtonLink>
          </CardSection>
          <CardSection title="Si eres conductor">
            <RoadSteps steps={driverSteps} />
            <ButtonLink to={paths.publish()} className="mt-6">
              Publicar un viaje
            </ButtonLink>
          </CardSection>
        </div>
        <Section
          id="pagos"
          title="Dos formas de pagar"
          lead="El conductor elige cuáles acepta y tú escoges una al reservar."
        >
          <div className="grid gap-4 md:grid-cols-2">
            {paymentModes.map(({ Icon, title, text }) => (
              <Card key={title}>
                <Icon className="size-8 text-bosque" />
                <h3 className="mt-3 text-xl">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </Card>
            ))}
          </div>
          <Commission />
        </Section>
        <Section id="preguntas" title="Preguntas frecuentes">
          <div className="grid gap-3">
            {faq.map((each) => (
              <Question key={each.question} {...each} />
            ))}
          </div>
        </Section>
        <CallToAction
          title="¿Listo para tu primer viaje?"
          text="Descarga la app para iOS o Android, o crea tu cuenta en la web en minutos."
          web={signup}
        />
      </PageBody>
    </>
  )
}

function Commission() {
  return (
    <p className="mt-4 text-muted">
      La comisión de Cupo es del {brand.commission} del aporte y la paga el conductor, que ve cuánto
      recibe antes de publicar. Al pasajero no se le suma nada: el precio que ves en la búsqueda es
      el final.
    </p>
  )
}
