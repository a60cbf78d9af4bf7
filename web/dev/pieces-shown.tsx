import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { AfterHydration } from '#web/ui/after-hydration.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { CardHead } from '#web/ui/card-head.tsx'
import { DoneSign } from '#web/ui/done-sign.tsx'
import { DownloadLinks } from '#web/ui/download-links.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { LandscapeScene, type Region } from '#web/ui/landscape-scene.tsx'
import { Later } from '#web/ui/later.tsx'
import { ButtonLink, Link, PlainLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Logo, LogoMark } from '#web/ui/logo.tsx'
import { MomentHead } from '#web/ui/moment-head.tsx'
import { MomentRoad } from '#web/ui/moment-road.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { PointCards } from '#web/ui/point-cards.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { RoadSteps } from '#web/ui/road-steps.tsx'
import { RoadStrip } from '#web/ui/road-strip.tsx'
import { Quiet, Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { SocialLinks } from '#web/ui/social-links.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import { samples } from './samples.ts'

const { name, place, way, sentence } = samples
const nothing = () => {}
const query = { isPending: true, isError: false, isFetching: true, error: null, refetch: nothing }

const TONES = ['ok', 'warn', 'err', 'info'] as const
const PILLS: PillTone[] = [...TONES, 'neutral', 'urgent']
const REGIONS: Region[] = ['paramo', 'cafetal', 'valle', 'costa', 'llano']
const STOPS = [
  { name: 'Cali', hour: '9:53 a. m.' },
  { name: 'Armenia', hour: '2:50 p. m.' },
  { name: place, hour: '4:45 p. m.', mine: true },
]
const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const

function Beside({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

/** What is read or pressed, by the file of its component. */
export const shown: Record<string, ReactNode> = {
  'after-hydration.tsx': <AfterHydration>Se muestra cuando la página responde.</AfterHydration>,
  'avatar.tsx': (
    <Beside>
      {(['sm', 'md', 'lg', 'xl'] as const).map((size) => (
        <Avatar key={size} name={name} size={size} />
      ))}
      <Avatar name="Óscar Ñáñez" photoUrl="/icons/icon-192.png" size="lg" />
      <Avatar name="" />
    </Beside>
  ),
  'banner.tsx': TONES.map((tone) => (
    <Banner
      key={tone}
      tone={tone}
      title={way}
      live="off"
      action={<Button size="sm">Ver el viaje</Button>}
    >
      {sentence}
    </Banner>
  )),
  'button.tsx': (
    <>
      {VARIANTS.map((variant) => (
        <Beside key={variant}>
          <Button variant={variant}>Reservar y pagar</Button>
          <Button variant={variant} size="sm" Icon={Star}>
            Calificar a {name}
          </Button>
          <Button variant={variant} disabled>
            Sin cupos
          </Button>
          <Button variant={variant} pending pendingText="Reservando…" />
        </Beside>
      ))}
      <Beside>
        <IconButton label="Calificar">
          <Star className="size-5" />
        </IconButton>
        <IconButton label="Calificar" disabled>
          <Star className="size-5" />
        </IconButton>
      </Beside>
    </>
  ),
  'card.tsx': (
    <>
      <Card>{sentence}</Card>
      <CardSection title={way} aside={<Link to="/trips">Ver todos los viajes</Link>}>
        {sentence}
      </CardSection>
    </>
  ),
  'card-head.tsx': <CardHead title={way} detail={sentence} aside={<Spinner />} />,
  'download-links.tsx': <DownloadLinks />,
  'empty-state.tsx': (
    <EmptyState
      title={`Nadie viaja hoy de ${place}`}
      action={<Button>Avísame cuando alguien publique</Button>}
    >
      {sentence}
    </EmptyState>
  ),
  'error-banner.tsx': <ErrorBanner error={new Error()} />,
  'facts.tsx': (
    <Facts
      facts={[
        ['Pasajero', name],
        ['Viaje', way],
      ]}
    />
  ),
  'done-sign.tsx': <DoneSign />,
  'landscape.tsx': <Landscape region="valle" className="h-36 w-full" />,
  'landscape-scene.tsx': REGIONS.map((region) => (
    <svg key={region} viewBox="0 0 400 140" aria-hidden="true" className="h-24 bg-land-sky">
      <LandscapeScene region={region} />
    </svg>
  )),
  'later.tsx': <Later>Un formulario que se carga aparte.</Later>,
  'link.tsx': (
    <Beside>
      <Link to="/trips">Cómo llegar a {place}</Link>
      <PlainLink to="/trips">Sin subrayado</PlainLink>
      <ButtonLink to="/trips">Buscar viajes</ButtonLink>
    </Beside>
  ),
  'load-failed.tsx': (
    <>
      <LoadFailed what="tus reservas" error={new Error()} onRetry={nothing} />
      <LoadFailed what="tus reservas" error={new Error()} onRetry={nothing} retrying />
    </>
  ),
  'logo.tsx': (
    <Beside>
      <Logo />
      <LogoMark className="size-12" />
      <LogoMark mono className="size-12" />
    </Beside>
  ),
  'moment-head.tsx': (['band', 'warn', 'err', 'plain'] as const).map((tone) => (
    <MomentHead
      key={tone}
      tone={tone}
      Icon={Star}
      state="mañana, sábado"
      aside={way}
      before={`${name} llega por ti a las`}
      title="3:14 p. m."
      hour
    >
      {sentence}
    </MomentHead>
  )),
  'bar-chart.tsx': (
    <BarChart
      title="Viajes"
      one="Semana"
      bars={['2 nov', '9 nov', '16 nov']}
      series={[{ name: 'Viajes', values: [3, 5, 2] }]}
      write={String}
    />
  ),
  'road-steps.tsx': [false, true].map((across) => (
    <RoadSteps
      key={String(across)}
      steps={STOPS.map((stop) => ({ title: stop.name, text: sentence }))}
      across={across}
    />
  )),
  'road-strip.tsx': (
    <RoadStrip
      car={0.4}
      stops={[
        { name: 'Ibagué', share: 0, passed: true },
        { name: 'Bogotá', share: 1, passed: false },
      ]}
    />
  ),
  'moment-road.tsx': (
    <>
      <MomentRoad stops={STOPS} done={0.6} car />
      <MomentRoad stops={STOPS.slice(1)} done={0} />
      <div className="bg-band p-4 text-on-band">
        <MomentRoad stops={STOPS} done={0.6} car onBand />
      </div>
    </>
  ),
  'peso-amount.tsx': (
    <>
      {(['sm', 'md', 'lg', 'xl', 'hero'] as const).map((size) => (
        <PesoAmount key={size} value={1_234_567} size={size} />
      ))}
      <PesoAmount value={-48_000} signed />
      <PesoAmount value={48_000} signed />
      <PesoAmount value={48_000} hidden />
    </>
  ),
  'point-cards.tsx': <PointCards points={[{ Icon: Star, title: way, text: sentence }]} />,
  'qr-code.tsx': <QrCode text="CUPO-7K2M4P" label="Código QR del tiquete" className="size-40" />,
  'query-state.tsx': <QueryState query={query} what="tus reservas" rows={2} />,
  'rows.tsx': (
    <>
      <Rows label="Lo demás">
        <Row Icon={Star} text="Tu reserva" value="1 cupo · $ 34.800" to="/trips" />
        <Row Icon={Star} text="Salirme sin costo" detail={sentence} onPress={nothing} danger />
        <Row Icon={Star} text={way} value="USTJDM">
          {sentence}
        </Row>
      </Rows>
      <Quiet>
        ¿No vas en este carro? <Link to="/trips">Decir que no me subí</Link>
      </Quiet>
    </>
  ),
  'skeleton.tsx': (
    <>
      <Skeleton className="h-6 w-2/3" />
      <SkeletonList rows={2} />
    </>
  ),
  'social-links.tsx': (
    <>
      <SocialLinks />
      <SocialLinks wide />
    </>
  ),
  'spinner.tsx': (
    <p>
      <Spinner /> Esperando la respuesta del banco de {name}
    </p>
  ),
  'status-pill.tsx': (
    <Beside>
      {PILLS.map((tone) => (
        <StatusPill key={tone} tone={tone}>
          {tone === 'urgent' ? `Sale en 5 minutos de ${place}` : 'Confirmada'}
        </StatusPill>
      ))}
    </Beside>
  ),
}
