import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '#web/lib/brand.ts'
import { canonical, organization, pageMeta } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { DownloadLinks } from '#web/ui/download-links.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { PointCards } from '#web/ui/point-cards.tsx'
import { RoadSteps } from '#web/ui/road-steps.tsx'
import { Hero, PopularCorridors } from './hero.tsx'
import { benefits, cards, stats, steps, whatItIs } from './home-content.ts'

/** A content page: it is served without the app's code (see web/root.tsx). */
export const handle = { content: true }

export function meta() {
  return pageMeta('/', organization(), {
    '@type': 'WebSite',
    name: brand.name,
    url: canonical('/'),
    inLanguage: 'es-CO',
  })
}

export default function Home() {
  return (
    <>
      <Hero />
      <div
        className="mx-auto grid w-full max-w-page px-4 py-14 in-data-session:py-5 sm:px-6
          sm:py-20"
      >
        <h2 data-audience="in" className="mb-3 flex items-center gap-2 text-xl">
          <LogoMark className="size-7 text-bosque" />
          Conoce Cupo
        </h2>
        <div
          className="grid gap-16 in-data-session:gap-0 in-data-session:divide-y
            in-data-session:divide-line in-data-session:rounded-card in-data-session:border
            in-data-session:border-line in-data-session:bg-surface in-data-session:shadow-card"
        >
          <Fold title={whatItIs.title} audience="in">
            <p className="mb-4 text-lg">{whatItIs.text}</p>
            <DownloadLinks />
          </Fold>
          <Fold title="Rutas frecuentes" audience="in">
            <PopularCorridors />
          </Fold>
          <Fold title="Por qué viajar con Cupo">
            <Benefits />
          </Fold>
          <Fold title="Cómo funciona">
            <Steps />
          </Fold>
          <Fold title="Explora Cupo">
            <Explore />
          </Fold>
          <Fold title="Cupo en cifras">
            <Stats />
          </Fold>
          <Fold title="Descarga Cupo y empieza a viajar">
            <Download />
          </Fold>
        </div>
      </div>
    </>
  )
}

type FoldProps = { title: string; audience?: 'in'; children: ReactNode }

/**
 * A section: open for visitors, who see no fold; for signed-in people a row that opens. Until the
 * script of the page closes it, CSS hides its content (`early`).
 */
function Fold({ title, audience, children }: FoldProps) {
  const { status } = useAuth()
  const isEarly = status === 'loading'
  return (
    <details
      key={status}
      open={isEarly || status === 'signedOut'}
      data-fold={isEarly ? 'early' : ''}
      data-audience={audience}
      className="group in-data-session:px-4"
    >
      <summary
        data-audience="in"
        className="flex min-h-13 list-none items-center justify-between gap-3 py-2 font-semibold
          [&::-webkit-details-marker]:hidden"
      >
        {title}
        <ChevronDown className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="in-data-session:py-4">{children}</div>
    </details>
  )
}

function Stats() {
  return (
    <section
      id="seguridad"
      aria-label="Cupo en cifras"
      className="rounded-card bg-band px-6 py-8 text-on-band sm:px-10"
    >
      <dl className="grid gap-6 text-center sm:grid-cols-3">
        {stats.map((stat) => (
          <div key={stat.figure} className="flex flex-col-reverse">
            <dt className="mt-1">{stat.text}</dt>
            <dd className="tnum font-display text-4xl font-extrabold">{stat.figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Download() {
  return (
    <section
      id="descarga"
      aria-labelledby="descarga-titulo"
      className="grid justify-items-center gap-4 rounded-card bg-maiz-soft px-6 py-10 text-center"
    >
      <LogoMark className="size-14 text-bosque" />
      <h2 id="descarga-titulo" data-audience="out" className="text-2xl sm:text-3xl">
        Descarga Cupo y empieza a viajar
      </h2>
      <p className="max-w-md text-lg">
        Tu próximo viaje, tu billetera y tu tiquete en el celular. También funciona en la web.
      </p>
      <DownloadLinks className="justify-center" />
    </section>
  )
}

function Benefits() {
  return (
    <section id="beneficios" aria-labelledby="beneficios-titulo">
      <h2 id="beneficios-titulo" data-audience="out" className="text-2xl sm:text-3xl">
        Por qué viajar con Cupo
      </h2>
      <PointCards
        points={benefits}
        className="mt-6 grid gap-4 in-data-session:mt-0 md:grid-cols-3"
      />
      <p className="mt-6">
        <Link to={paths.benefits()}>Conoce todos los beneficios</Link>
      </p>
    </section>
  )
}

function Explore() {
  return (
    <section aria-labelledby="explora-titulo">
      <h2 id="explora-titulo" data-audience="out" className="text-2xl sm:text-3xl">
        Explora Cupo
      </h2>
      <ul className="mt-6 grid gap-4 in-data-session:mt-0 sm:grid-cols-2 lg:grid-cols-4">
        {cards.map((card) => (
          <li
            key={card.title}
            className="relative overflow-hidden rounded-card border border-line bg-surface
              shadow-card hover:border-bosque"
          >
            <Landscape region={card.region} className="h-28 w-full rounded-none!" />
            <div className="p-4">
              <h3 className="text-lg">
                <PlainLink to={card.to} className="cover-link">
                  {card.title}
                </PlainLink>
              </h3>
              <p className="mt-1 text-muted">{card.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The three steps to a trip, drawn as three stops on the road line. */
function Steps() {
  return (
    <section id="como-funciona" aria-labelledby="como-funciona-titulo">
      <h2 id="como-funciona-titulo" data-audience="out" className="text-2xl sm:text-3xl">
        Cómo funciona
      </h2>
      <RoadSteps steps={steps} across />
      <p className="mt-2 md:mt-6">
        <Link to={paths.howItWorks()}>Ver todos los pasos, para pasajeros y conductores</Link>
      </p>
    </section>
  )
}
