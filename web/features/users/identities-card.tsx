import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { isNativeWrapper } from '#web/lib/native-wrapper.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useGuarded } from '#web/shared/access/auth/step-up.tsx'
import { providerNames } from '#web/shared/access/oauth/oauth-start.ts'
import type { Provider } from '#web/shared/access/oauth/oauth-state.ts'
import { openProvider } from '#web/shared/access/oauth/provider-exit.ts'
import { ReturnError } from '#web/shared/access/oauth/return-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'

/** What became of a link: the provider leads back to this page. */
export function LinkOutcome() {
  const [search] = useSearchParams()
  const name = providerNames[search.get('linked') as Provider]
  if (name) return <Banner tone="ok">Listo: ahora también entras con {name}.</Banner>
  return <ReturnError error={search.get('error')} />
}

const queryKey = ['identities']

/** Accounts of Google and Apple that open this one. Links and unlinks them after a step-up. */
export function IdentitiesCard() {
  const query = useRead(queryKey, (signal) => api.oauth.identities({ signal }))
  const { offered = [], identities = [] } = query.data ?? {}
  return (
    <Card>
      <QueryState query={query} what="con qué entras" rows={2} />
      {query.data && offered.length === 0 && (
        <p className="text-muted">Hoy no están disponibles.</p>
      )}
      <ul className="divide-y divide-line">
        {offered.map((provider) => {
          const linked = identities.find((each) => each.provider === provider)
          return <ProviderRow key={provider} {...{ provider, linked }} />
        })}
      </ul>
    </Card>
  )
}

type ProviderRowProps = {
  provider: Provider
  linked: { email: string | null; linkedAt: string } | undefined
}

function ProviderRow({ provider, linked }: ProviderRowProps) {
  const client = useQueryClient()
  const { run, refused, dialog } = useGuarded()
  const params = { provider }
  const change = async () => {
    if (linked) client.setQueryData(queryKey, await api.oauth.unlink({ params }))
    else openProvider((await api.oauth.startLink({ params, body: {} })).address)
  }
  const name = providerNames[provider]
  const label = linked ? 'Desvincular' : 'Vincular'
  // The system's browser has no cookie of the app, which binds the link to the person.
  const isElsewhere = !linked && isNativeWrapper()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-[9rem]">
        <p className="font-semibold">{name}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {linked && `${linked.email ?? 'Vinculada'}, desde el ${dateShort(linked.linkedAt)}`}
          {!linked && (isElsewhere ? 'Vincúlala desde el navegador.' : 'Sin vincular')}
        </p>
      </div>
      {!isElsewhere && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`${label} ${name}`}
          onClick={() => void run(change)}
        >
          {label}
        </Button>
      )}
      {refused && (
        <Banner tone="err" className="w-full">
          {refused}
        </Banner>
      )}
      {dialog}
    </li>
  )
}
