import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'missing'

/** `torch` is missing in TypeScript's type, but phones support it. */
type Capabilities = MediaTrackCapabilities & { torch?: boolean }

export type Camera = {
  state: CameraState
  video: RefObject<HTMLVideoElement | null>
  start: () => Promise<void>
  stop: () => void
  /** Control of the camera's light; null when it has none. */
  torch: { on: boolean; toggle: () => void } | null
}

function stateOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'denied' : 'missing'
}

type Wanted = {
  /** `user`: the front camera. */
  facing?: 'environment' | 'user'
  /** Requests the highest resolution, to read small print. */
  sharp?: boolean
}

/** Camera stream, by default of the rear camera; requested on a press, released on unmount. */
export function useCamera({ facing = 'environment', sharp = false }: Wanted = {}): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  /** Whether the screen is shown: the camera can open after the person has left. */
  const isShown = useRef(true)
  const [state, setState] = useState<CameraState>('off')
  const [hasTorch, setHasTorch] = useState(false)
  const [lit, setLit] = useState(false)

  const stop = useCallback(() => {
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = null
    setLit(false)
    setState('off')
  }, [])

  const start = useCallback(async () => {
    setState('starting')
    try {
      const opened = await navigator.mediaDevices.getUserMedia({
        video: {
          facingMode: { ideal: facing },
          ...(sharp ? { width: { ideal: 1920 }, height: { ideal: 1440 } } : {}),
        },
        audio: false,
      })
      if (!isShown.current) {
        for (const track of opened.getTracks()) track.stop()
        return setState('off')
      }
      stream.current = opened
      const track = opened.getVideoTracks()[0]
      const capabilities: Capabilities | undefined = track?.getCapabilities?.()
      setHasTorch(capabilities?.torch === true)
      if (video.current) {
        video.current.srcObject = opened
        await video.current.play()
      }
      setState('on')
    } catch (error) {
      setState(stateOf(error))
    }
  }, [facing, sharp])

  useEffect(() => {
    isShown.current = true
    const onHidden = () => document.hidden && stop()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      isShown.current = false
      stop()
    }
  }, [stop])

  const toggle = () => {
    const track = stream.current?.getVideoTracks()[0]
    const torch = { torch: !lit } as MediaTrackConstraintSet
    // Some cameras announce a light that they do not have.
    const gone = () => setHasTorch(false)
    void track?.applyConstraints({ advanced: [torch] }).then(() => setLit(!lit), gone)
  }
  return { state, video, start, stop, torch: hasTorch ? { on: lit, toggle } : null }
}
