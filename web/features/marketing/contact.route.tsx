import { Clock, type LucideIcon, Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '#web/lib/brand.ts'
import { organization, pageMeta } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { SocialLinks } from '#web/ui/social-links.tsx'
import { PageBody, PageHero, Section } from './blocks.tsx'
import { TwoVoices } from './drawings.tsx'

export const handle = { content: true }

export const meta = () => pageMeta('/contact', organization())

const desks = [
  { title: 'Soporte', mail: brand.support_mail, text: 'Tu cuenta, tus viajes y tu dinero.' },
  { title: 'Información general', mail: brand.info_mail, text: 'Preguntas sobre Cupo.' },
  { title: 'Mercadeo', mail: brand.marketing_mail, text: 'Alianzas, eventos y prensa.' },
  { title: 'Gerencia', mail: brand.management_mail, text: 'Asuntos de la compañía.' },
] as const

const hours = [
  { days: 'Lunes a viernes', time: '8:00 a. m. a 8:00 p. m.' },
  { days: 'Sábados', time: '9:00 a. m. a 5:00 p. m.' },
  { days: 'Domingos', time: '10:00 a. m. a 2:00 p. m.' },
  { days: 'Emergencias', time: '24 horas, todos los días' },
] as const

export default function Contact() {
  return (
    <>
      <PageHero
        title="Hablemos"
        lead={
          'Escríbenos o llámanos. Te responde una persona, en español y con tu caso a la vista.'
        }
        drawing={<TwoVoices />}
      />
      <PageBody>
        <Section id="correos" title="Escríbenos">
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {desks.map((desk) => (
              <li key={desk.title}>
                <Card className="flex h-full flex-col items-start">
                  <Mail className="size-7 text-bosque" />
                  <h3 className="mt-3 text-xl">{desk.title}</h3>
                  <p className="mt-1 text-muted">{desk.text}</p>
                  <MailLink address={desk.mail} />
                </Card>
              </li>
            ))}
          </ul>
          <p className="mt-4">
            <ButtonLink to={supportLinks.ask()}>Escribir a soporte</ButtonLink>
          </p>
          <p className="mt-4 text-muted">
            Respondemos en máximo 48 horas hábiles; las emergencias de seguridad, en máximo dos
            horas.
          </p>
        </Section>
        <div className="grid gap-4 lg:grid-cols-2">
          <PhoneLine />
          <Hours />
          <Office />
          <InApp />
        </div>
        <Section id="redes" title="Síguenos">
          <SocialLinks />
        </Section>
      </PageBody>
    </>
  )
}

function MailLink({ address }: { address: string }) {
  return (
    <a
      href={`mailto:${address}`}
      className="mt-auto inline-flex min-h-11 items-center pt-2 font-semibold break-all text-bosque
        underline underline-offset-3"
    >
      {address}
    </a>
  )
}

type DetailProps = { Icon: LucideIcon; title: string; children: ReactNode }

function Detail({ Icon, title, children }: DetailProps) {
  return (
    <Card className="flex gap-4">
      <Icon className="size-7 shrink-0 text-bosque" />
      <div className="min-w-0 flex-1">
        <h2 className="text-xl">{title}</h2>
        <div className="mt-1">{children}</div>
      </div>
    </Card>
  )
}

function PhoneLine() {
  return (
    <Detail Icon={Phone} title="Línea 24/7">
      <a
        href={brand.phone_link}
        className="tnum inline-flex min-h-11 items-center text-xl font-bold text-bosque underline
          underline-offset-3"
      >
        {brand.phone}
      </a>
      <p className="text-muted">
        A toda hora, hora de Colombia (UTC−5). Si alguien está en peligro, llama primero al 123.
      </p>
    </Detail>
  )
}

function Hours() {
  return (
    <Detail Icon={Clock} title="Horario de soporte">
      <dl className="grid gap-2 sm:gap-1">
        {hours.map(({ days, time }) => (
          <div key={days} className="justify-between gap-x-4 sm:flex">
            <dt className="text-muted">{days}</dt>
            <dd className="tnum font-semibold">{time}</dd>
          </div>
        ))}
      </dl>
    </Detail>
  )
}

function Office() {
  return (
    <Detail Icon={MapPin} title="Oficina principal">
      <address className="not-italic">
        {brand.address}
        <br />
        {brand.city}, {brand.region}, Colombia
      </address>
      <p className="mt-1 text-muted">Con cita: escríbenos antes de venir.</p>
    </Detail>
  )
}

function InApp() {
  return (
    <Detail Icon={MessageCircle} title="Soporte en la app">
      <p>
        Abre la app, entra a <strong>Mi cuenta</strong> y elige <strong>Ayuda y soporte</strong>.
        Dinos de qué viaje se trata y respondemos más rápido.
      </p>
      <p className="mt-1 text-muted">
        ¿Todavía no tienes cuenta? <Link to={paths.signup()}>Créala en un par de minutos</Link>.
      </p>
    </Detail>
  )
}
