import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { pesos } from '#web/lib/format.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import {
  BALANCE_UNREAD,
  isBalanceKnown,
  type SessionUser,
} from '#web/shared/access/auth/session-state.ts'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'

const HIDDEN_KEY = 'wallet_balance_hidden'
const COUNT_MS = 200
/** Amount in pesos from which the largest font size does not fit a small phone. */
const LONG_AMOUNT = 10_000_000

const onBand = 'text-on-band! hover:bg-on-band/15! focus-visible:outline-maiz!'

/** Whether amounts are hidden, and a toggle; stored in this browser. */
function useHidden(): [boolean, () => void] {
  const [hidden, setHidden] = useState(() => readStored('local', HIDDEN_KEY) === 'true')
  const toggle = () => {
    keepStored('local', HIDDEN_KEY, hidden ? null : 'true')
    setHidden(!hidden)
  }
  return [hidden, toggle]
}

/** Animates a changing number, so that the change is noticed. */
function useCounted(value: number): number {
  const [shown, setShown] = useState(value)
  const last = useRef(value)
  useEffect(() => {
    const from = last.current
    last.current = value
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (from === value || still) return setShown(value)
    const start = performance.now()
    let frame = requestAnimationFrame(function step(at) {
      const part = Math.min(1, (at - start) / COUNT_MS)
      setShown(Math.round(from + (value - from) * part))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}

/** Card with the available balance. */
export function BalanceCard({ user }: { user: SessionUser }) {
  const { refreshBalance } = useAuth()
  const [hidden, toggle] = useHidden()
  const [busy, setBusy] = useState(false)
  const shown = useCounted(user.balance)
  const refresh = async () => {
    setBusy(true)
    await refreshBalance()
    setBusy(false)
  }
  const EyeIcon = hidden ? EyeOff : Eye
  return (
    <section
      aria-labelledby="saldo"
      className="relative overflow-hidden rounded-card bg-band p-4 text-on-band shadow-card sm:p-6"
    >
      <Road />
      <div className="relative flex items-center justify-between gap-2">
        <h2 id="saldo" className="font-sans text-base font-semibold tracking-normal">
          Saldo disponible
        </h2>
        <div className="-mr-2 flex">
          <IconButton
            label={hidden ? 'Mostrar saldo' : 'Ocultar saldo'}
            aria-pressed={hidden}
            onClick={toggle}
            className={onBand}
          >
            <EyeIcon aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label="Actualizar saldo"
            aria-disabled={busy || undefined}
            onClick={busy ? undefined : refresh}
            className={onBand}
          >
            <RefreshCw aria-hidden="true" className={cx('size-5', busy && 'animate-spin')} />
          </IconButton>
        </div>
      </div>
      {isBalanceKnown(user) ? (
        <p className="relative mt-1 flex flex-wrap items-baseline gap-x-2">
          <PesoAmount
            value={shown}
            size={user.balance >= LONG_AMOUNT ? 'xl' : 'hero'}
            hidden={hidden}
          />
          <span className="font-semibold">COP</span>
        </p>
      ) : (
        <p className="relative mt-1 text-2xl font-semibold">{BALANCE_UNREAD}</p>
      )}
      <Details user={user} hidden={hidden} />
      <div className="relative mt-3 flex flex-wrap gap-3">
        <ButtonLink to={withdrawalPaths.withdraw} variant="secondary" size="sm">
          Retirar
        </ButtonLink>
        {user.roles.includes('driver') && (
          <ButtonLink to={withdrawalPaths.earnings} variant="secondary" size="sm">
            Ganancias
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

/** Money held for bookings or in dispute, or the reason why the amount may be wrong. */
function Details({ user, hidden }: { user: SessionUser; hidden: boolean }) {
  return (
    <div role="status" className="relative mt-2 grid gap-1">
      {!hidden && isBalanceKnown(user) && (
        <span className="sr-only">Saldo disponible: {pesos(user.balance)}</span>
      )}
      {user.held > 0 && (
        <p>
          <PesoAmount value={user.held} hidden={hidden} /> apartados: reservas, comisiones o retiros
        </p>
      )}
      {user.disputed > 0 && (
        <p>
          <PesoAmount value={user.disputed} hidden={hidden} /> en reclamo: se pueden retirar cuando
          el equipo decida
        </p>
      )}
      {!isBalanceKnown(user) && (
        <p className="font-semibold">
          <span className="sr-only">{BALANCE_UNREAD}. </span>Tu dinero sigue igual: actualiza en
          unos segundos.
        </p>
      )}
    </div>
  )
}

/** Decoration: a road line that climbs to a free seat. */
function Road() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 120"
      className="absolute right-0 bottom-0 hidden h-full max-h-32 opacity-40 sm:block"
    >
      <path
        d="M0 104h74l28-28h44l34-34h60"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity=".45"
      />
      <circle cx="74" cy="104" r="5" className="fill-band" stroke="currentColor" strokeWidth="3" />
      <circle cx="146" cy="76" r="5" className="fill-band" stroke="currentColor" strokeWidth="3" />
      <circle cx="180" cy="42" r="7" className="fill-maiz" />
    </svg>
  )
}
