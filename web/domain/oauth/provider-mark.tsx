import { Apple } from 'lucide-react'
import type { Provider } from './oauth-state.ts'

/** Small logo of the provider on a sign-in button. */
export function ProviderMark({ provider }: { provider: Provider }) {
  if (provider === 'apple') {
    return <Apple aria-hidden="true" fill="currentColor" className="size-5 shrink-0" />
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
