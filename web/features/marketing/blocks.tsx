import type { ReactNode } from 'react'
import { brand } from '#web/lib/brand.ts'
import { DownloadLinks } from '#web/ui/download-links.tsx'
import { Link } from '#web/ui/link.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import type { HelpQuestion } from './help-before-trip.ts'

type HeroProps = { title: string; lead: string; drawing: ReactNode; children?: ReactNode }

/** Head of a content page: its only `h1`, a lead sentence and a drawing. */
export function PageHero({ title, lead, drawing, children }: HeroProps) {
  return (
    <section className="bg-land-sky">
      <div
        className="mx-auto grid max-w-page items-center gap-8 px-4 py-8 sm:px-6 sm:py-14
          lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-12"
      >
        <div className="grid gap-4">
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          <p className="max-w-xl text-lg sm:text-xl">{lead}</p>
          {children}
        </div>
        <div className="mx-auto w-full max-w-md">{drawing}</div>
      </div>
    </section>
  )
}

/** Column for the text of a content page. */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-page gap-16 px-4 py-14 sm:px-6 sm:py-20">
      {children}
    </div>
  )
}

type SectionProps = { id: string; title: string; lead?: string; children: ReactNode }

/** Section of a content page; its id can be the fragment of a link. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-titulo`}>
      <h2 id={`${id}-titulo`} className="text-2xl sm:text-3xl">
        {title}
      </h2>
      {lead && <p className="mt-2 max-w-2xl text-lg text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </section>
  )
}

export type Figure = { figure: string; text: string }

/** Figures of the company in a band. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <section aria-label={label} className="rounded-card bg-band px-6 py-8 text-on-band sm:px-10">
      <dl
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-x-4 gap-y-8
          text-center lg:grid-cols-3"
      >
        {figures.map((each) => (
          <div key={each.text} className="flex flex-col-reverse justify-end">
            <dt className="mt-1">{each.text}</dt>
            <dd className="tnum font-display text-3xl font-extrabold sm:text-4xl">{each.figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type CallToActionProps = { title: string; text: string; web?: { to: string; text: string } }

/** End of a content page: links to the app stores and to the web app. */
export function CallToAction({ title, text, web }: CallToActionProps) {
  return (
    <section
      aria-labelledby="descarga-titulo"
      className="grid justify-items-center gap-4 rounded-card bg-maiz-soft px-6 py-10 text-center"
    >
      <LogoMark className="size-14 text-bosque" />
      <h2 id="descarga-titulo" className="text-2xl sm:text-3xl">
        {title}
      </h2>
      <p className="max-w-lg text-lg">{text}</p>
      <DownloadLinks className="justify-center" {...(web ? { web } : {})} />
    </section>
  )
}

type QuestionProps = Pick<HelpQuestion, 'question' | 'answer'> & Partial<HelpQuestion>

/**
 * A question that opens. The id is on the answer: browsers open a `<details>` when the fragment is
 * an element inside it, not for the `<details>` itself. The scroll margin keeps the question
 * visible above it.
 */
export function Question({ id, question, words = '', answer, link }: QuestionProps) {
  return (
    <details
      data-question={words}
      className="rounded-card border border-line bg-surface px-4 sm:px-6"
    >
      <summary className="min-h-12 py-3 text-lg font-semibold">{question}</summary>
      <div id={id} className="scroll-mt-20 pb-4">
        <p className="text-muted">{answer}</p>
        {link && (
          <p className="mt-2">
            <Link to={link.to}>{link.text}</Link>
          </p>
        )}
      </div>
    </details>
  )
}

/** States the legal role of the company: an intermediary, not a carrier. */
export function Intermediary() {
  return (
    <p className="rounded-card border border-line bg-surface p-4 text-muted sm:p-6">
      {brand.name} es un intermediario tecnológico: pone en contacto a personas que ya iban a hacer
      el mismo viaje y quieren compartir sus gastos. No es una empresa de transporte, no tiene
      carros ni conductores a su servicio, y nadie puede usarlo para ganar dinero con los viajes.
    </p>
  )
}
