import { wordOf } from '#contract/desk-words.ts'
import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { dateShort, pesos, plural } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { LINES } from '#web/shared/desk/back-office/person-pane.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'

/** The owner of a withdrawal: both names, ages, trips, devices and earlier withdrawals. */
export function OwnerFacts({ item }: { item: QueuedWithdrawal }) {
  const { person, owner } = item
  return (
    <section
      aria-label={`Quién pide ${item.reference}`}
      className="grid min-w-0 content-start gap-3 border-t border-line pt-3"
    >
      <p className="text-muted wrap-anywhere">{person.email}</p>
      <Facts facts={[...namesOf(item), ...factsOf(owner)]} className={LINES} />
      <Earlier owner={owner} />
    </section>
  )
}

type Owner = QueuedWithdrawal['owner']

const namesOf = ({ owner: { verifiedName, holder }, unusual }: QueuedWithdrawal): Fact[] => [
  [
    'Nombre verificado',
    verifiedName ?? (unusual.includes('entered_by_team') ? 'Cuenta cerrada' : 'Sin verificar'),
  ],
  ['Titular de la cuenta', holder ?? 'Cuenta borrada'],
]

function factsOf({ accountSince, driven, ridden, devices }: Owner): Fact[] {
  const { count, newestAt, others } = devices
  return [
    ['Cuenta agregada', dateShort(accountSince)],
    ['Viajes terminados', `${driven} como conductor, ${ridden} como pasajero`],
    [
      'Dispositivos',
      count === 0
        ? 'Ninguno conocido'
        : `${count}, el último desde ${newestAt ? dateShort(newestAt) : '—'}`,
    ],
    ['Comparte dispositivo con', others > 0 && plural(others, 'persona', 'personas')],
  ]
}

function Earlier({ owner: { earlier } }: { owner: Owner }) {
  if (earlier.length === 0) return <p className="text-sm text-muted">No ha pedido otro retiro.</p>
  return (
    <div className="min-w-0">
      <h3 className="text-sm text-muted">Sus otros retiros, del último al primero</h3>
      <ul className="divide-y divide-line">
        {earlier.map(({ reference, amount, status, createdAt, reason }) => (
          <li key={reference} className="py-1.5">
            <Link to={deskLinks.withdrawal(reference)} className="tnum">
              {pesos(amount)} <span className="sr-only">retiro {reference}</span>
            </Link>{' '}
            · {wordOf(status)} · {dateShort(createdAt)}
            {reason && <span className="block text-sm text-muted wrap-anywhere">{reason}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
