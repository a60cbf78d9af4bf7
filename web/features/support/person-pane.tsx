import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PersonContext } from '#contract/back-office-people.ts'
import { wordOf } from '#contract/desk-words.ts'
import { mayDo, type Permission } from '#contract/permissions.ts'
import type { DeskThread } from '#contract/support-desk.ts'
import { api } from '#web/lib/api.ts'
import { pesos } from '#web/lib/format.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { reasonOf } from '#web/shared/conduct/conduct-words.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment, paymentWords } from '#web/shared/desk/back-office/desk-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { cx } from '#web/ui/cx.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { supportKeys } from './support-keys.ts'

/** What an answer to the person of a ticket needs: balance, journeys, top-ups and open cases. */
export function PersonPane({ ticket }: { ticket: DeskThread }) {
  const mayView = useMayView('people.view')
  const { person } = ticket
  if (person.id === null) {
    return (
      <Told name={person.name}>
        Escribió sin cuenta, desde {person.email}. La respuesta le llega a ese correo.
      </Told>
    )
  }
  if (ticket.isOwn) return <Told name={person.name}>Este caso es tuyo.</Told>
  if (!mayView) return <Told name={person.name}>No puedes ver los datos de personas.</Told>
  return <Context userId={person.id} ticketId={ticket.id} />
}

function Told({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h2 className="text-xl wrap-anywhere">{name}</h2>
      <p className="text-muted wrap-anywhere">{children}</p>
    </div>
  )
}

function useMayView(permission: Permission): boolean {
  return mayDo(useUser().roles, permission)
}

function Context({ userId, ticketId }: { userId: string; ticketId: string }) {
  const answer = useQuery({
    queryKey: supportKeys.person(userId),
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
  if (!answer.data) return <SkeletonList rows={4} rowClass="h-20" />
  const { person } = answer.data
  return (
    <div className="grid gap-5">
      <Who person={person} />
      <Part title="Billetera">
        <Facts
          className="tnum flex flex-wrap gap-x-6 gap-y-2"
          facts={[
            ['Disponible', pesos(person.wallet.available)],
            ['Apartado', pesos(person.wallet.held)],
            ['Debe', person.wallet.debt > 0 && pesos(person.wallet.debt)],
          ]}
        />
      </Part>
      <Journeys person={person} />
      <Payments person={person} />
      <OpenCases person={person} ticketId={ticketId} />
    </div>
  )
}

function Who({ person }: { person: PersonContext }) {
  return (
    <div className="grid gap-1">
      <h2 className="text-xl wrap-anywhere">
        <Link to={deskLinks.person(person.id)}>{person.name}</Link>
      </h2>
      <p className="text-sm text-muted wrap-anywhere">
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
    <section className="grid gap-1 border-t border-line pt-4">
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
  conduct: ({ about }) => ({ head: `Reporte: ${reasonOf(about ?? '')}`, to: '/admin/conduct' }),
  dispute: () => ({ head: 'Reclamo', to: '/admin/disputes' }),
}

function OpenCases({ person, ticketId }: { person: PersonContext; ticketId: string }) {
  const others = person.openCases.filter(({ id }) => id !== ticketId)
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
