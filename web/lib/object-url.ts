import { useEffect, useState } from 'react'

/** Time in ms for which a released URL still loads. */
const RELEASE_MS = 10_000

/**
 * Makes an object URL. `release` revokes it some seconds later: an `<img>` begins to load after its
 * `src` is set, in a microtask at the earliest, and a revoked URL would be an error in the console.
 */
export function makeObjectUrl(blob: Blob) {
  const url = URL.createObjectURL(blob)
  return { url, release: () => void setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS) }
}

/**
 * Returns the object URL of a blob for `<img src>`: null until the blob exists, and never the URL
 * of an earlier blob. Released when the blob changes and on unmount.
 */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [made, setMade] = useState<{ of: Blob; url: string } | null>(null)
  useEffect(() => {
    if (!blob) return
    const { url, release } = makeObjectUrl(blob)
    setMade({ of: blob, url })
    return () => {
      setMade(null)
      release()
    }
  }, [blob])
  return made && made.of === blob ? made.url : null
}
