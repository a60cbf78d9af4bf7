import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { dayAndTime, pesos } from '#web/lib/format.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import {
  BALANCE_UNREAD,
  hideBalance,
  isBalanceHidden,
  isBalanceKnown,
  type WalletInfo,
} from '#web/shared/access/auth/session-state.ts'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'

const COUNT_MS = 200
/** Amount in pesos from which the largest font size does not fit a small phone. */
const LONG_AMOUNT = 10_000_000

const onBand = 'text-on-band! hover:bg-on-band/15! focus-visible:outline-maiz!'

/** Whether amounts are hidden, and a toggle; stored in this browser. */
function useHidden(): [boolean, () => void] {
  const [hidden, setHidden] = useState(isBalanceHidden)
  const toggle = () => {
    hideBalance(!hidden)
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

type BalanceProps = {
  user: WalletInfo & { roles: readonly string[] }
  /** When this device saw the balance, until the server answers. */
  seenAt?: string
}

/** Card with the available balance. */
export function BalanceCard({ user, seenAt }: BalanceProps) {
  const { status, refreshBalance, reload } = useAuth()
  const [hidden, toggle] = useHidden()
  const [busy, setBusy] = useState(false)
  const shown = useCounted(user.balance)
  const refresh = async () => {
    setBusy(true)
    await (status === 'signedIn' ? refreshBalance() : reload())
    setBusy(false)
  }
  const drives = user.roles.includes('driver')
  const EyeIcon = hidden ? EyeOff : Eye
  return (
    <section
      aria-labelledby="saldo"
      className="rounded-card bg-band px-4 pt-2 pb-3 text-on-band shadow-card sm:px-6"
    >
      <div className="flex items-center justify-between gap-2">
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
            <EyeIcon className="size-5" />
          </IconButton>
          <IconButton
            label="Actualizar saldo"
            aria-disabled={busy || undefined}
            onClick={busy ? undefined : refresh}
            className={onBand}
          >
            <RefreshCw className={cx('size-5', busy && 'animate-spin')} />
          </IconButton>
        </div>
      </div>
      {isBalanceKnown(user) ? (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <PesoAmount
            value={shown}
            size={user.balance >= LONG_AMOUNT ? 'xl' : 'hero'}
            hidden={hidden}
            className="leading-none!"
          />
          <span className="font-semibold">COP</span>
          {seenAt && <span className="text-sm">{dayAndTime(seenAt)}</span>}
        </p>
      ) : (
        <p className="mt-1 text-2xl font-semibold">{BALANCE_UNREAD}</p>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <Details user={user} hidden={hidden} drives={drives} />
        {drives && (
          <ButtonLink to={withdrawalPaths.earnings} variant="secondary" size="sm">
            Ganancias
          </ButtonLink>
        )}
        <ButtonLink to={withdrawalPaths.withdraw} variant="secondary" size="sm">
          Retirar
        </ButtonLink>
      </div>
    </section>
  )
}

/** Money held for bookings or in dispute, or the reason why the amount may be wrong. */
function Details({ user, hidden, drives }: { user: WalletInfo; hidden: boolean; drives: boolean }) {
  return (
    <div role="status" className="grid min-w-0 flex-1 basis-32 gap-1 text-sm">
      {!hidden && isBalanceKnown(user) && (
        <span className="sr-only">Saldo disponible: {pesos(user.balance)}</span>
      )}
      {user.held > 0 && (
        <p>
          <PesoAmount value={user.held} size="sm" hidden={hidden} /> apartados:{' '}
          {drives ? 'reservas, comisiones o retiros' : 'reservas o retiros'}
        </p>
      )}
      {user.disputed > 0 && (
        <p>
          <PesoAmount value={user.disputed} size="sm" hidden={hidden} /> en reclamo: se pueden
          retirar cuando el equipo decida
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
