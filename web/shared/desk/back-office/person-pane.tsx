import { type ReactNode, useState } from 'react'
import type { PersonContext } from '#contract/back-office-people.ts'
import { wordOf } from '#contract/desk-words.ts'
import { displayCode } from '#contract/display-code.ts'
import { mayDo, type Permission } from '#contract/permissions.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, pesos, plural } from '#web/lib/format.ts'
import { RECORDED, useRead } from '#web/lib/use-read.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { reasonOf } from '#web/shared/conduct/conduct-words.ts'
import { StandingBanner } from '#web/shared/desk/back-office/standing-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Key } from './desk-keys.tsx'
import { deskLinks } from './desk-links.ts'
import { moment, paymentWords } from './desk-words.ts'
import { useDeskCase } from './use-desk-case.ts'

/** Facts with each value at the end of the line of its label. */
export const LINES =
  'tnum grid gap-1 *:flex *:flex-wrap *:items-baseline *:justify-between *:gap-x-3'

/** One person of a case, with what the case itself carries of them. */
export type CasePerson = {
  id: string | null
  name: string
  /** Part in the case: "reclama", "conduce". */
  role?: string
  /** What the case carries, for everybody who decides it. */
  carried?: ReactNode
  /** Why nothing more is shown. */
  hidden?: string | false
}

type PersonPaneProps = {
  people: readonly CasePerson[]
  /** The case beside which they stand, not listed again. */
  except?: string
}

/**
 * The person or people of a case. What Cupo knows of them is loaded when the case was opened by
 * the viewer, not when it merely stood first: each view is recorded.
 */
export function PersonPane({ people, except }: PersonPaneProps) {
  return (
    <div className="grid gap-6">
      {people.map((person, at) => (
        <Person
          key={person.id ?? person.name}
          {...{ person, except }}
          isFirst={at === 0}
          isOnly={people.length === 1}
        />
      ))}
    </div>
  )
}

type PersonProps = {
  person: CasePerson
  except: string | undefined
  isFirst: boolean
  isOnly: boolean
}

function Person({ person, except, isFirst, isOnly }: PersonProps) {
  const mayView = useMayView('people.view')
  const isChosen = useDeskCase().openId !== null
  const [isAsked, setAsked] = useState(false)
  const { id, name, role, carried, hidden } = person
  const isHidden = id === null || Boolean(hidden) || !mayView
  return (
    <section className="grid gap-2 text-sm">
      <div>
        <h2 className="text-lg wrap-anywhere">
          {isHidden ? (
            name
          ) : (
            <Link to={deskLinks.person(id)}>
              {name} {isFirst && <Key of="p" />}
            </Link>
          )}
        </h2>
        {role && <p className="text-muted">{role}</p>}
      </div>
      {hidden && <p className="text-muted wrap-anywhere">{hidden}</p>}
      {!hidden && !mayView && <p className="text-muted">No puedes ver los datos de personas.</p>}
      {!isHidden && (isChosen || isAsked) && <Context userId={id} {...{ except, isOnly }} />}
      {carried}
      {!isHidden && !isChosen && !isAsked && (
        <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
          Ver su historia
        </Button>
      )}
    </section>
  )
}

function useMayView(permission: Permission): boolean {
  return mayDo(useUser().roles, permission)
}

type ContextProps = { userId: string; except: string | undefined; isOnly: boolean }

function Context({ userId, except, isOnly }: ContextProps) {
  const answer = useRead(
    ['desk-person-context', userId],
    (signal) => api.backOffice.showPersonContext({ params: { userId }, signal }),
    RECORDED,
  )
  if (!answer.data) {
    const rows = isOnly ? 4 : 1
    return <QueryState query={answer} what="los datos de la persona" rows={rows} rowClass="h-20" />
  }
  const { person } = answer.data
  return (
    <>
      <Who person={person} isOnly={isOnly} />
      <Facts facts={factsOf(person)} className={LINES} />
      {isOnly && <Story {...{ person, except }} />}
    </>
  )
}

const many = (count: number) => (count === 0 ? 'ninguno' : plural(count, 'viaje', 'viajes'))

function factsOf({
  age,
  memberSince,
  standing,
  sanctions,
  wallet,
  ...person
}: PersonContext): Fact[] {
  const inForce = sanctions.map(({ kind, endsAt }) =>
    endsAt ? `${wordOf(kind)} hasta ${dateShort(endsAt)}` : wordOf(kind),
  )
  return [
    ['Edad', age !== null && `${age} años`],
    ['Desde', dateShort(memberSince)],
    ['Conduce', many(standing.tripsDriven)],
    ['Viaja', many(standing.tripsRidden)],
    ['Calificación', standing.rating?.toFixed(1).replace('.', ',') ?? 'sin estrellas'],
    ['Sanciones', inForce.join(', ') || 'ninguna'],
    ['Reclamos abiertos', person.openCases.filter(({ kind }) => kind === 'dispute').length],
    ['Disponible', pesos(wallet.available)],
    ['Apartado', pesos(wallet.held)],
    ['Debe', wallet.debt > 0 && pesos(wallet.debt)],
  ]
}

function Who({ person, isOnly }: { person: PersonContext; isOnly: boolean }) {
  return (
    <div className="grid gap-1">
      <p className={cx('text-muted wrap-anywhere', !isOnly && 'sr-only')}>
        {[person.email, person.phone, person.isDriver ? 'Conductor' : 'Pasajero']
          .filter(Boolean)
          .join(' · ')}
      </p>
      <StandingBanner {...person} />
    </div>
  )
}

type Line = { id: string; to: string | null; head: string; foot: string }
type LinesProps = { title: string; none: string; lines: readonly Line[]; children?: ReactNode }

/** A part of the pane with its lines; without an address a line is no link. */
function Lines({ title, none, lines, children }: LinesProps) {
  const look = 'grid min-h-11 min-w-0 content-center py-1 wrap-anywhere'
  const words = ({ to, head, foot }: Line) => (
    <>
      <span className={cx('font-semibold', to !== null && 'text-bosque')}>{head}</span>
      <span className="tnum text-sm text-muted">{foot}</span>
    </>
  )
  return (
    <section className="grid gap-1 border-t border-line pt-3">
      <h3 className="text-base">{title}</h3>
      {lines.length === 0 && <p className="text-muted">{none}</p>}
      <ul className="grid empty:hidden">
        {lines.map((line) => (
          <li key={line.id}>
            {line.to === null ? (
              <div className={look}>{words(line)}</div>
            ) : (
              <PlainLink
                to={line.to}
                className={`${look} -mx-2 rounded-control px-2 hover:bg-paper`}
              >
                {words(line)}
              </PlainLink>
            )}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

/** Journeys, money and open cases of the only person of a case. */
function Story({ person, except }: { person: PersonContext; except: string | undefined }) {
  const mayOpen = useMayView('payments.cases')
  const journeys = person.journeys.map(({ kind, id, from, to, at, isAhead }) => ({
    id,
    to: kind === 'trip' ? deskLinks.trip(id) : deskLinks.booking(id),
    head: `${from} → ${to}`,
    foot:
      `${isAhead ? 'Próximo' : 'Último'} ${kind === 'trip' ? 'al volante' : 'como pasajero'}` +
      ` · ${moment(at)}`,
  }))
  const payments = person.payments.map(({ id, amount, status, createdAt, reference }) => ({
    id,
    to: mayOpen ? deskLinks.payment(id) : null,
    head: `${pesos(amount)} · ${paymentWords[status].text}`,
    foot: `${moment(createdAt)} · ${displayCode(reference)}`,
  }))
  const withdrawals = person.withdrawals.map(({ id, reference, status, amount, createdAt }) => ({
    id,
    to: deskLinks.withdrawal(reference),
    head: `${pesos(amount)} · ${wordOf(status)}`,
    foot: moment(createdAt),
  }))
  const cases = person.openCases
    .filter(({ id }) => id !== except)
    .map((item) => ({ id: item.id, ...caseWords[item.kind](item), foot: moment(item.at) }))
  return (
    <>
      <Lines title="Viajes" none="Ni viajes ni reservas." lines={journeys}>
        <p className="flex flex-wrap gap-x-4">
          <Link to={deskLinks.bookings(`?persona=${person.id}`)}>Reservas</Link>
          <Link to={deskLinks.trips(`?persona=${person.id}`)}>Viajes publicados</Link>
        </p>
      </Lines>
      <Lines title="Últimas recargas" none="No ha recargado." lines={payments} />
      <Lines title="Últimos retiros" none="No ha retirado." lines={withdrawals} />
      <Lines title="Otros casos abiertos" none="Ninguno." lines={cases} />
    </>
  )
}

type OpenCase = PersonContext['openCases'][number]

/** Words and address of what is open. */
const caseWords: Record<OpenCase['kind'], (of: OpenCase) => { head: string; to: string }> = {
  ticket: ({ id, about }) => ({
    head: `Soporte: ${wordOf(about ?? '')}`,
    to: deskLinks.ticket(id),
  }),
  conduct: ({ id, about }) => ({
    head: `Reporte: ${reasonOf(about ?? '')}`,
    to: deskLinks.report(id),
  }),
  dispute: ({ id }) => ({ head: 'Reclamo', to: deskLinks.dispute(id) }),
}
