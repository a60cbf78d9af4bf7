import { Circle, CircleCheck, Coins } from 'lucide-react'
import type { CardProgress, Criterion } from '#contract/rewards.ts'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { dateShort, number } from '#web/lib/format.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useRead } from '#web/lib/use-read.ts'
import { MemberCard } from '#web/shared/rewards/member-card.tsx'
import { rewardKeys, rewardPaths } from '#web/shared/rewards/reward-links.ts'
import { Card, CardSection } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Catalogue } from './catalogue.tsx'
import { CodeText } from './code-text.tsx'
import { criterionWords, movementWords, nextStep, points, signedPoints } from './reward-words.ts'

export const meta = unlisted('Recompensas')

type Overview = Awaited<ReturnType<typeof api.rewards.overview>>

/** The person's points, card, redeemable rewards, codes and movements. */
export default function Rewards() {
  const answer = useRead(rewardKeys.overview(), (signal) => api.rewards.overview({ signal }))
  return (
    <Page title="Recompensas" lead="Tus viajes suman puntos, y los puntos se canjean.">
      {!answer.data && (
        <QueryState query={answer} what="tus recompensas" rows={3} rowClass="h-40" />
      )}
      {answer.data && <Shown overview={answer.data} />}
    </Page>
  )
}

function Shown({ overview }: { overview: Overview }) {
  const { earning, card, rewards } = overview
  return (
    <>
      <Balance points={overview.points} />
      <CardPath progress={card} />
      <Catalogue rewards={rewards} points={overview.points} hasGold={card.next === 'gold'} />
      <MyCodes />
      <Earning earning={earning} />
      <PointMovements />
    </>
  )
}

function Balance({ points: count }: { points: number }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="flex items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-14 shrink-0 place-items-center rounded-full bg-maiz text-on-maiz"
        >
          <Coins className="size-7" />
        </span>
        <div>
          <h2 className="text-base font-normal text-muted">Tus puntos</h2>
          <p className="tnum font-display text-4xl font-extrabold">{number(count)}</p>
        </div>
      </div>
      <ButtonLink to={rewardPaths.invite} variant="secondary">
        Invitar y ganar puntos
      </ButtonLink>
    </Card>
  )
}

function Earning({ earning }: Pick<Overview, 'earning'>) {
  const rows = [
    ['Viaje completado como pasajero', points(earning.passengerTrip)],
    ['Reserva completada en tu carro', points(earning.driverTrip)],
    ['Cada kilo de CO₂ que evita ese cupo', points(earning.perKgCo2)],
    ['Invitar a alguien que hace su primer viaje', points(earning.referrer)],
    ['Llegar por una invitación y viajar', points(earning.friend)],
  ] as const
  return (
    <CardSection title="Cómo se ganan">
      <dl className="divide-y divide-line">
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <dt className="min-w-0">{term}</dt>
            <dd className="tnum shrink-0 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        Los puntos llegan cuando termina el viaje y pasa el tiempo para reclamar. Cuentan los viajes
        en los que se registró el tiquete, el código o el documento, o el pasajero dijo “Ya voy a
        bordo”. No son dinero ni se cambian por dinero.
      </p>
    </CardSection>
  )
}

function CardPath({ progress }: { progress: CardProgress }) {
  const { card, since, green, gold, activeDays } = progress
  const next = nextStep(progress)
  return (
    <CardSection title="Tu tarjeta" className="grid gap-5">
      {card ? (
        <MemberCard card={card} note={since && `Desde el ${dateShort(since)}`} />
      ) : (
        <MemberCard card="green" note="En camino: llega la noche después de tu primer viaje." />
      )}
      {next && <p className="font-semibold">{next}</p>}
      <div className="grid gap-5 sm:grid-cols-2">
        <Steps title="Pasos de la Green" steps={green} activeDays={activeDays} />
        <Steps title="Pasos de la Gold" steps={gold} activeDays={activeDays} />
      </div>
    </CardSection>
  )
}

type StepsProps = { title: string; steps: readonly Criterion[]; activeDays: number }

function Steps({ title, steps, activeDays }: StepsProps) {
  return (
    <div>
      <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
      <ul className="mt-2 grid gap-2">
        {steps.map((step) => (
          <li key={step.name} className="flex gap-2">
            {step.done ? (
              <CircleCheck className="mt-0.5 size-5 shrink-0 text-ok" />
            ) : (
              <Circle className="mt-0.5 size-5 shrink-0 text-muted" />
            )}
            <span>
              <span className="sr-only">{step.done ? 'Listo: ' : 'Falta: '}</span>
              {criterionWords(step, activeDays)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function MyCodes() {
  const [answer, pager] = usePages(rewardKeys.redemptions, (query, signal) =>
    api.rewards.redemptions({ query, signal }),
  )
  const { data } = answer
  return (
    <section id="codigos" aria-label="Mis códigos" className="scroll-mt-24">
      <CardSection title="Mis códigos">
        {!data && <QueryState query={answer} what="tus códigos" rows={1} rowClass="h-20" />}
        {data?.items.length === 0 && (
          <p className="text-muted">Aquí quedan los códigos que canjees.</p>
        )}
        {data && data.items.length > 0 && (
          <ul className="grid divide-y divide-line">
            {data.items.map(({ id, title, partner, code, validUntil }) => (
              <li key={id} className="grid gap-2 py-4 first:pt-0 last:pb-0">
                <p className="wrap-anywhere">
                  <span className="font-semibold">{title}</span>
                  <span className="text-muted">
                    {' '}
                    · {partner} · úsalo hasta el {dateShort(validUntil)}
                  </span>
                </p>
                <CodeText code={code} />
              </li>
            ))}
          </ul>
        )}
        <Pager {...pager} of="códigos" />
      </CardSection>
    </section>
  )
}

function PointMovements() {
  const [answer, pager] = usePages(rewardKeys.movements, (query, signal) =>
    api.rewards.movements({ query, signal }),
  )
  const { data } = answer
  return (
    <CardSection title="Movimientos">
      {!data && <QueryState query={answer} what="tus movimientos" rows={2} rowClass="h-14" />}
      {data?.items.length === 0 && (
        <p className="text-muted">Tu primer viaje completado aparecerá aquí.</p>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line">
          {data.items.map(({ id, kind, at, points }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-3">
              <span className="min-w-0">
                <span className="block font-semibold">{movementWords[kind]}</span>
                <span className="text-sm text-muted">{dateShort(at)}</span>
              </span>
              <span className="tnum shrink-0 font-semibold">{signedPoints(points)}</span>
            </li>
          ))}
        </ul>
      )}
      <Pager {...pager} of="movimientos" />
    </CardSection>
  )
}
