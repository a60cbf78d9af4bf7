import { useEffect, useState } from 'react'
import { isNativeWrapper } from '#web/lib/native-wrapper.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { startMessage } from './oauth-messages.ts'
import { beginSignIn, providerNames } from './oauth-start.ts'
import type { Provider } from './oauth-state.ts'
import { openProvider } from './provider-exit.ts'
import { ProviderMark } from './provider-mark.tsx'

const providers: readonly Provider[] = ['google', 'apple']

type ProviderButtonsProps = {
  action: 'login' | 'signup'
  returnTo: string | null
  /** True when cookies are blocked: the callback cannot be matched to this browser then. */
  disabled: boolean
}

/** The provider that the browser is navigating to; reset when the page returns from bfcache. */
function useLeaving() {
  const [leaving, setLeaving] = useState<Provider | null>(null)
  useEffect(() => {
    const back = () => setLeaving(null)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  return [leaving, setLeaving] as const
}

/** Buttons to sign in or sign up with a Google or Apple account. */
export function ProviderButtons({ action, returnTo, disabled }: ProviderButtonsProps) {
  const [leaving, setLeaving] = useLeaving()
  const [refused, setRefused] = useState<string | null>(null)
  const leave = (provider: Provider) => {
    setRefused(null)
    try {
      const { origin } = window.location
      const mobile = isNativeWrapper()
      const back = returnTo ?? askedReturn()
      openProvider(beginSignIn({ provider, origin, mobile, returnTo: back }))
      setLeaving(provider)
    } catch (error) {
      setRefused(startMessage(error, provider, action))
    }
  }
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-muted">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        {action === 'login' ? 'o entra con' : 'o regístrate con'}
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </p>
      {refused && <Banner tone="err">{refused}</Banner>}
      <div className="grid grid-cols-2 gap-3">
        {providers.map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            icon={<ProviderMark provider={provider} />}
            pending={leaving === provider}
            pendingText="Abriendo…"
            disabled={disabled || (leaving !== null && leaving !== provider)}
            onClick={() => leave(provider)}
          >
            {providerNames[provider]}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Reads `location`, because a click before hydration comes before `useAddressQuery`. */
function askedReturn(): string | null {
  return safeReturnTo(new URLSearchParams(window.location.search).get('returnTo'))
}
