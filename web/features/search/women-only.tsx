import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { REVIEW_TERM_DAYS } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useHere } from '#web/lib/use-return-to.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { IdentityDoor } from '#web/shared/verification/identity-door.tsx'
import { readView, type View, writeView } from './results-filter.ts'

/** Also in web/shared/access/auth/forget-session.ts. */
const KEY = 'women-only'
const DOOR = { needs: 'women_only', inReview: false } as const

function withWomen(before: URLSearchParams): URLSearchParams {
  const view = readView(before)
  return writeView(before, { ...view, filters: [...view.filters, 'mujeres'] })
}

/** Keeps "Solo mujeres" on this device for the person, and leads to what such a trip asks for. */
export function WomenOnly({ view: { filters } }: { view: View }) {
  const { user } = useAuth()
  const [, setParams] = useSearchParams()
  const here = useHere()
  const isOn = filters.includes('mujeres')
  const wasRead = useRef(false)
  useEffect(() => {
    if (!user) return
    const isChosen = !wasRead.current && readStored('local', KEY) === user.id
    wasRead.current = true
    if (isOn || !isChosen) return void keepStored('local', KEY, isOn ? user.id : null)
    setParams(withWomen, { replace: true, preventScrollReset: true })
  }, [user, isOn, setParams])
  const asked = useRead(['woman'], (signal) => api.users.showWoman({ signal }), {
    enabled: isOn && user !== null,
  })
  const isReady = user ? !asked.data || (asked.data.isWoman && asked.data.isVerified) : false
  if (!isOn || isReady) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-bosque-soft p-3">
      <p className="min-w-0 flex-1 basis-52">
        Para viajar solo con mujeres envía tu documento. Una persona lo revisa, por lo general en
        máximo {REVIEW_TERM_DAYS} días hábiles.
      </p>
      <IdentityDoor door={DOOR} returnTo={here} />
    </div>
  )
}
