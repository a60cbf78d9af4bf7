import { Apple } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useHydrated } from '#web/lib/hydrated.ts'
import { browserOutside } from '#web/lib/in-app-browser.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { isNativeWrapper } from '#web/lib/native-wrapper.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { startMessage } from './oauth-messages.ts'
import { beginSignIn, providerNames } from './oauth-start.ts'
import type { Provider } from './oauth-state.ts'
import { openProvider } from './provider-exit.ts'

const OpenOutside = lazyPart(() => import('./open-outside.tsx'), 'OpenOutside')

const providers: readonly Provider[] = ['google', 'apple']

type ProviderButtonsProps = {
  action: 'login' | 'signup'
  /** True above the form, when no other way comes before. */
  isFirst?: boolean
  returnTo: string | null
  /** True when cookies are blocked: the callback cannot be matched to this browser then. */
  disabled: boolean
}

const words = { login: 'o entra con', signup: 'o regístrate con' }

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

export function ProviderButtons(props: ProviderButtonsProps) {
  const { action, isFirst, returnTo, disabled } = props
  const [leaving, setLeaving] = useLeaving()
  const [refused, setRefused] = useState<string | null>(null)
  const outside = useHydrated() ? browserOutside() : null
  const shown = outside ? providers.filter((each) => each !== 'google') : providers
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
        {isFirst ? 'Entra o regístrate con' : words[action]}
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </p>
      <ErrorBanner error={refused} />
      <div
        className={outside ? 'grid' : 'grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-3'}
      >
        {shown.map((provider) => (
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
      {outside && (
        <Suspense>
          <OpenOutside browser={outside} />
        </Suspense>
      )}
    </div>
  )
}

/** Reads `location`, because a click before hydration comes before `useAddressQuery`. */
function askedReturn(): string | null {
  return safeReturnTo(new URLSearchParams(window.location.search).get('returnTo'))
}

function ProviderMark({ provider }: { provider: Provider }) {
  if (provider === 'apple') {
    return <Apple fill="currentColor" className="size-5 shrink-0" />
  }
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 shrink-0" fill="none">
      <g strokeWidth="3.4">
        <path stroke="#ea4335" d="M15.1 5.2A7 7 0 0 0 3.6 7.2" />
        <path stroke="#fbbc05" d="M3.6 7.2a7 7 0 0 0 0 5.6" />
        <path stroke="#34a853" d="M3.6 12.8a7 7 0 0 0 10.9 2.6" />
        <path stroke="#4285f4" d="M14.5 15.4A7 7 0 0 0 17 10h-7" />
      </g>
    </svg>
  )
}
