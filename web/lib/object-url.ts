import { useEffect, useState } from 'react'

/** A URL for a blob, and how to give it back. */
interface ObjectUrl {
  url: string
  release(): void
}

/** How long a released URL still loads, ms. */
const RELEASE_MS = 10_000

/**
 * Makes an object URL. `release` revokes it some seconds later: an `<img>` begins to load after
 * its `src` is set, in a microtask at the earliest, and one that finds its URL revoked is an error
 * in the console.
 */
export function makeObjectUrl(blob: Blob): ObjectUrl {
  const url = URL.createObjectURL(blob)
  return { url, release: () => void setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS) }
}

/**
 * Object URL of a blob, for `<img src>`: null until the blob is there, and never the URL of an
 * earlier one. Released when the blob changes and on unmount.
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
