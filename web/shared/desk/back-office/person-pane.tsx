import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PersonContext } from '#contract/back-office-people.ts'
import { wordOf } from '#contract/desk-words.ts'
import { mayDo, type Permission } from '#contract/permissions.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, pesos, plural } from '#web/lib/format.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { reasonOf } from '#web/shared/conduct/conduct-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Key } from './desk-keys.tsx'
import { deskLinks } from './desk-links.ts'
import { moment, paymentWords } from './desk-words.ts'
import { useDeskCase } from './use-desk-case.ts'

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
  const answer = useQuery({
    queryKey: ['desk-person-context', userId],
    queryFn: ({ signal }) => api.backOffice.showPersonContext({ params: { userId }, signal }),
    // No refetch on focus, because each view of a person's data is recorded.
    refetchOnWindowFocus: false,
  })
  if (answer.error) {
    return (
      <LoadFailed
        what="los datos de la persona"
        error={answer.error}
        onRetry={() => void answer.refetch()}
      />
    )
  }
  if (!answer.data) return <SkeletonList rows={isOnly ? 4 : 1} rowClass="h-20" />
  const { person } = answer.data
  return (
    <>
      <Who person={person} isOnly={isOnly} />
      <Facts facts={factsOf(person)} look="lines" />
      {isOnly && (
        <>
          <Journeys person={person} />
          <Payments person={person} />
          <Withdrawals person={person} />
          <OpenCases person={person} except={except} />
        </>
      )}
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

function Withdrawals({ person: { withdrawals } }: { person: PersonContext }) {
  return (
    <Part title="Últimos retiros">
      {withdrawals.length === 0 && <p className="text-muted">No ha retirado.</p>}
      <ul className="grid empty:hidden">
        {withdrawals.map(({ id, reference, status, amount, createdAt }) => (
          <Row
            key={id}
            to={deskLinks.withdrawal(reference)}
            head={`${pesos(amount)} · ${wordOf(status)}`}
            foot={moment(createdAt)}
          />
        ))}
      </ul>
    </Part>
  )
}

function Who({ person, isOnly }: { person: PersonContext; isOnly: boolean }) {
  return (
    <div className="grid gap-1">
      <p className={cx('text-muted wrap-anywhere', !isOnly && 'sr-only')}>
        {[person.email, person.phone, person.isDriver ? 'Conductor' : 'Pasajero']
          .filter(Boolean)
          .join(' · ')}
      </p>
      {person.expelled && <Banner tone="err">Expulsada de Cupo.</Banner>}
      {person.suspendedUntil && (
        <Banner tone="warn" live="off">
          Suspendida hasta {moment(person.suspendedUntil)}.
        </Banner>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1 border-t border-line pt-3">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  )
}

type RowProps = { to: string | null; head: ReactNode; foot: ReactNode }

/** One line of the pane; without an address it is no link. */
function Row({ to, head, foot }: RowProps) {
  const look = 'grid min-h-11 min-w-0 content-center py-1 wrap-anywhere'
  const content = (
    <>
      <span className={cx('font-semibold', to !== null && 'text-bosque')}>{head}</span>
      <span className="tnum text-sm text-muted">{foot}</span>
    </>
  )
  return (
    <li>
      {to === null ? (
        <div className={look}>{content}</div>
      ) : (
        <PlainLink to={to} className={`${look} -mx-2 rounded-control px-2 hover:bg-paper`}>
          {content}
        </PlainLink>
      )}
    </li>
  )
}

function Journeys({ person: { id, journeys } }: { person: PersonContext }) {
  return (
    <Part title="Viajes">
      {journeys.length === 0 && <p className="text-muted">Ni viajes ni reservas.</p>}
      <ul className="grid empty:hidden">
        {journeys.map(({ kind, id: journeyId, from, to, at, isAhead }) => (
          <Row
            key={journeyId}
            to={kind === 'trip' ? deskLinks.trip(journeyId) : deskLinks.booking(journeyId)}
            head={`${from} → ${to}`}
            foot={`${isAhead ? 'Próximo' : 'Último'} ${
              kind === 'trip' ? 'al volante' : 'como pasajero'
            } · ${moment(at)}`}
          />
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 text-sm">
        <Link to={deskLinks.bookings(`?persona=${id}`)}>Reservas</Link>
        <Link to={deskLinks.trips(`?persona=${id}`)}>Viajes publicados</Link>
      </p>
    </Part>
  )
}

function Payments({ person: { payments } }: { person: PersonContext }) {
  const mayOpen = useMayView('payments.cases')
  return (
    <Part title="Últimas recargas">
      {payments.length === 0 && <p className="text-muted">No ha recargado.</p>}
      <ul className="grid empty:hidden">
        {payments.map(({ id, amount, status, createdAt, reference }) => (
          <Row
            key={id}
            to={mayOpen ? deskLinks.payment(id) : null}
            head={`${pesos(amount)} · ${paymentWords[status].text}`}
            foot={`${moment(createdAt)} · ${reference}`}
          />
        ))}
      </ul>
    </Part>
  )
}

type OpenCase = PersonContext['openCases'][number]

/** Words and address of what is open. */
const caseWords: Record<OpenCase['kind'], (of: OpenCase) => { head: string; to: string }> = {
  ticket: ({ id, about }) => ({
    head: `Soporte: ${wordOf(about ?? '')}`,
    to: `/admin/tickets?caso=${id}`,
  }),
  conduct: ({ id, about }) => ({
    head: `Reporte: ${reasonOf(about ?? '')}`,
    to: `/admin/conduct?caso=${id}`,
  }),
  dispute: ({ id }) => ({ head: 'Reclamo', to: `/admin/disputes?caso=${id}` }),
}

type OpenCasesProps = { person: PersonContext; except: string | undefined }

function OpenCases({ person, except }: OpenCasesProps) {
  const others = person.openCases.filter(({ id }) => id !== except)
  return (
    <Part title="Otros casos abiertos">
      {others.length === 0 && <p className="text-muted">Ninguno.</p>}
      <ul className="grid empty:hidden">
        {others.map((item) => (
          <Row key={item.id} {...caseWords[item.kind](item)} foot={moment(item.at)} />
        ))}
      </ul>
    </Part>
  )
}
