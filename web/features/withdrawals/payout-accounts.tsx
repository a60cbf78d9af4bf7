import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PayoutAccount } from '#contract/withdrawal-accounts.ts'
import { PAYOUT_ACCOUNTS_MAX } from '#contract/withdrawal-limits.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { withdrawalKeys } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { NewAccount } from './new-account.tsx'

type Accounts = Awaited<ReturnType<typeof api.withdrawals.listAccounts>>

/** The person's payout accounts: prefer, remove, add, or report one that somebody else added. */
export function PayoutAccounts({ accounts }: { accounts: Accounts }) {
  const [search] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const asked = accounts.items.find(({ id }) => id === search.get('cuenta'))
  const mayAdd = accounts.identityVerified && accounts.items.length < PAYOUT_ACCOUNTS_MAX
  return (
    <CardSection title="Tus cuentas" className="grid gap-5">
      {asked && <NotMe account={asked} />}
      {accounts.items.length === 0 && (
        <p className="text-muted">Todavía no tienes cuentas para retirar.</p>
      )}
      {accounts.items.length > 0 && (
        <ul className="grid divide-y divide-line">
          {accounts.items.map((account) => (
            <Row key={account.id} account={account} />
          ))}
        </ul>
      )}
      {mayAdd && !adding && (
        <Button variant="secondary" onClick={() => setAdding(true)}>
          Agregar una cuenta
        </Button>
      )}
      {adding && (
        <NewAccount
          holder={accounts.holder ?? ''}
          withKeys={accounts.brebOffered}
          onClose={() => setAdding(false)}
        />
      )}
    </CardSection>
  )
}

function useChange<T>(run: () => Promise<T>, done: string | ((answer: T) => string)) {
  return useAct(run, { done, refresh: [withdrawalKeys.accounts(), ['withdrawals']] })
}

function Row({ account }: { account: PayoutAccount }) {
  const { id: accountId, title, masked, holder, preferred } = account
  const params = { accountId }
  const name = `${title} ${masked}`
  const prefer = useChange(
    () => api.withdrawals.preferAccount({ params, body: {} }),
    'Esta cuenta va primero',
  )
  const remove = useChange(() => api.withdrawals.removeAccount({ params }), 'Quitaste la cuenta')
  const button = (action: typeof prefer | typeof remove, word: string) => (
    <Button variant="secondary" size="sm" aria-label={`${word} ${name}`} run={action}>
      {word}
    </Button>
  )
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <p className="wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        <span className="block text-muted">
          {holder}
          {preferred && ' · va primero'}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {!preferred && button(prefer, 'Preferir')}
        {button(remove, 'Quitar')}
      </div>
      <ErrorBanner error={prefer.error ?? remove.error} />
    </li>
  )
}

/** Link target of the mail about a new account: removes one that somebody else added. */
function NotMe({ account }: { account: PayoutAccount }) {
  const params = { accountId: account.id }
  const deny = useChange(
    () => api.withdrawals.denyAccount({ params, body: {} }),
    ({ sessionsEnded, sentPesos }) =>
      sentPesos > 0
        ? `Quitamos la cuenta, pero ${pesos(sentPesos)} ya iban hacia ella. Escríbenos ya.`
        : `Quitamos la cuenta y cerramos ${plural(sessionsEnded, 'otra sesión', 'otras sesiones')}`,
  )
  return (
    <Banner
      tone="warn"
      title="¿No agregaste tú esta cuenta?"
      live="off"
      action={
        <Button variant="danger" size="sm" run={deny}>
          No fui yo: quitarla
        </Button>
      }
    >
      {account.title} {account.masked}. La quitamos, cancelamos lo que se haya pedido a ella y
      cerramos tus demás sesiones. Luego cambia tu contraseña.
      {deny.isError && <span className="block text-err">{messageOf(deny.error)}</span>}
    </Banner>
  )
}
