import { useEffect, useRef, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'

/** Minimum time between two sent positions, ms. */
const EVERY_MS = 15_000

export type Sharing = 'off' | 'starting' | 'on' | 'refused' | 'unsupported'

/** `at` is `performance.now`, because the phone's clock can change during the trip. */
type Measured = { lat: number; lng: number; accuracyMeters: number; at: number }

/** Sends this phone's position from a press until stopped, trip over or screen left. */
export function useSharedPosition(tripId: string) {
  const [state, setState] = useState<Sharing>('off')
  const stopped = useRef<(() => void) | null>(null)
  const stop = (next: Sharing = 'off') => {
    stopped.current?.()
    stopped.current = null
    setState(next)
  }
  useEffect(() => () => stopped.current?.(), [])

  const start = () => {
    if (!('geolocation' in navigator)) return setState('unsupported')
    stopped.current?.()
    setState('starting')
    let latest: Measured | null = null
    let sending = false
    const send = async () => {
      if (!latest || sending) return
      const { at, ...place } = latest
      const sent = latest
      sending = true
      try {
        const ageSeconds = Math.min(3600, Math.round((performance.now() - at) / 1000))
        await api.safety.sendPosition({ params: { tripId }, body: { ...place, ageSeconds } })
        if (latest === sent) latest = null
      } catch (error) {
        // Without a network, the next round sends the latest position.
        if (hasCode(error, 'position_not_shared')) stop()
      } finally {
        sending = false
      }
    }
    let first = true
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        latest = {
          lat: coords.latitude,
          lng: coords.longitude,
          accuracyMeters: Math.min(100_000, Math.round(coords.accuracy)),
          at: performance.now(),
        }
        setState('on')
        if (!first) return
        first = false
        void send()
      },
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) stop('refused')
      },
      { enableHighAccuracy: true, maximumAge: 10_000 },
    )
    const timer = setInterval(() => void send(), EVERY_MS)
    stopped.current = () => {
      navigator.geolocation.clearWatch(watch)
      clearInterval(timer)
    }
  }
  return { state, start, stop: () => stop() }
}
