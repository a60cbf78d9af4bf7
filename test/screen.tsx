// Screens in a DOM without a browser: the real routes, session, query cache and typed client. Only
// `fetch` is replaced: it answers with bodies that the contract has accepted.
import { setTimeout as sleep } from 'node:timers/promises'
import type { RouteConfigEntry } from '@react-router/dev/routes'

import { QueryClient } from '@tanstack/react-query'
import { configure, within } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import * as React from 'react'
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  type RouteObject,
  RouterProvider,
  useLoaderData,
  useParams,
} from 'react-router'
import { toast } from 'sonner'
import { onTestFinished, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { forgetStored, onUnkept } from '#web/lib/browser-storage.ts'
import { deleteToken } from '#web/lib/token-store.ts'
import Root, { ErrorBoundary, HydrateFallback } from '#web/root.tsx'
import routes from '#web/routes.ts'
import { type Answering, answeringFetch, type StubbedAnswer } from './screen-answers.ts'

/** TEST_NOW of the server's tests (test/deps.ts): Friday 20 November 2026, 8:00 in Bogotá. */
const NOW = new Date('2026-11-20T13:00:00.000Z')
/** Faked clock time per try of `until`, in ms. */
const STEP_MS = 20
/** `until` fails after as many tries, which are 10 s of the clock, and this real time in ms. */
const TRIES = 500
const PATIENCE_MS = 5000
/** A full stop after the one of a name: `Camila O..` */
const SECOND_STOP = /\S+\s\S+(?<!\.)\.\.(?!\.)/

// The tree of the page in each message would cost more than the query, which `until` repeats.
configure({ getElementError: (message) => new Error(message ?? 'not found') })

// For the text of its warnings, React notes where 10,000 elements a second were made. That is an
// eighth of the time of these tests, and the warnings come without it too.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
const already = { get: () => 10_000, set: () => {}, configurable: true }
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', already)

type RouteModule = Record<string, unknown> & { default: ComponentType<object> }

const modules = import.meta.glob<RouteModule>('../web/**/*.route.tsx')

/** Gives a screen the properties that the framework gives it. */
function withProps(Screen: ComponentType<object>) {
  return () => createElement(Screen, { loaderData: useLoaderData(), params: useParams() } as object)
}

/** Parts of a route in the router, and their names in a module. */
const PARTS = {
  ErrorBoundary: 'ErrorBoundary',
  handle: 'handle',
  loader: 'clientLoader',
  middleware: 'clientMiddleware',
}

/** A route of web/routes.ts, whose module is imported when it is first shown. */
function routeObject({ file, path, index, children }: RouteConfigEntry): RouteObject {
  const read = async (): Promise<RouteModule> => {
    const load = modules[`../web/${file}`]
    if (!load) throw new Error(`no module of the route ${file}`)
    return load()
  }
  const parts = Object.entries(PARTS).map(([part, name]) => [
    part,
    async () => (await read())[name],
  ])
  const screen = async () => withProps((await read()).default)
  const lazy = Object.fromEntries([['Component', screen], ...parts])
  const below = children?.map(routeObject)
  return { path, lazy, ...(index ? { index } : { children: below }) } as RouteObject
}

/** A tree of its own for each page, because the router changes the objects. */
const tree = (): RouteObject[] => [
  { Component: Root, ErrorBoundary, HydrateFallback, children: routes.map(routeObject) },
]

/** Imports the screen of an address first: meanwhile no clock may move. */
async function importRoutes(path: string): Promise<void> {
  const matches = matchRoutes(tree(), new URL(path, location.origin).pathname) ?? []
  await Promise.all(
    matches.map(({ route: { lazy } }) => typeof lazy === 'object' && lazy.Component?.()),
  )
}

/** Lets promises and React settle, without moving the clock. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Moves the clock by `ms`, and lets what it starts settle. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}

/**
 * Reads until `read` does not throw, while the clock moves by `stepMs` per try.
 * @throws the last error of `read`, with the text of the page
 */
export async function until<T>(read: () => T, stepMs: number = STEP_MS): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (let tries = 0; ; tries += 1) {
    try {
      return read()
    } catch (error) {
      if (tries >= TRIES && performance.now() > end)
        throw new Error(`${error}\n${document.body.textContent}`)
    }
    await vi.advanceTimersByTimeAsync(stepMs)
    // A pause in real time: code that the screen imports arrives in real time.
    await sleep(1)
  }
}

type Name = string | RegExp

/**
 * Waits for one element. The queries that throw when there is none would describe the page for each
 * try.
 */
const one = <E extends HTMLElement>(what: unknown[], query: () => E | null): Promise<E> =>
  until(() => {
    const element = query()
    if (!element) throw new Error(`There is no ${what.filter(Boolean).join(' ')}`)
    return element
  })

/** Queries of one element that wait until exactly one element fits. A string is a whole name. */
function finds(element: () => HTMLElement = () => document.body) {
  const now = () => within(element())
  const byRole = (role: string, name?: Name, level?: number) =>
    one([role, name, level], () =>
      now().queryByRole(role, { ...(name && { name }), ...(level && { level }) }),
    )
  return {
    role: (role: string, name?: Name) => byRole(role, name),
    /** The heading of the screen, of level 1. */
    title: (name: Name) => byRole('heading', name, 1),
    text: (text: Name) => one(['text', text], () => now().queryByText(text)),
    label: (label: Name) =>
      one(['label', label], () => now().queryByLabelText<HTMLInputElement>(label)),
    /** What is there now, without waiting. */
    now,
  }
}

export type Screen = ReturnType<typeof finds> & {
  user: UserEvent
  /** Replaces the answer of a call from now on. */
  answer: Answering['answer']
  /** Calls of the API so far, such as `POST /auth/login`. */
  calls: string[]
  count: (call: string) => number
  /** Parsed body of the last call of this name. */
  sent: (call: string) => unknown
  /** Queries inside the region or other element of this role and name. */
  within: (role: string, name?: Name) => Promise<ReturnType<typeof finds>>
  /** Opens the address anew, as a reload does: storage stays. */
  open: (path: string) => Promise<void>
  press: (name: Name) => Promise<void>
}

/** Deletes what an earlier test stored, also the token in memory. */
function forgetEverything(): void {
  // The library shows a toast again on the next page until it is dismissed.
  toast.dismiss()
  deleteToken()
  for (const place of ['local', 'session'] as const) forgetStored(place, '')
  onUnkept(() => undefined)()
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in this DOM.
    document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; path=/`
  }
}

/** An error of the API that a screen's error boundary shows is no fault of the screen. */
function report(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
}

/** Whether a control is disabled, by itself or by its fieldset. */
export const isDisabled = (control: HTMLElement): boolean => control.closest('[disabled]') !== null

type Options = {
  /** Token in the storage; by default a visitor without a session. */
  token?: string
  /** More of the local storage. */
  stored?: Record<string, string>
  answers?: StubbedAnswer[]
}

/** Shows the screen of an address. Everything is undone when the test ends. */
export async function openScreen(
  path: string,
  { token, stored = {}, answers = [] }: Options = {},
): Promise<Screen> {
  vi.useFakeTimers({
    now: NOW,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  forgetEverything()
  // Each question for a computed style would compare all rules of the toasts with all parents.
  for (const style of document.querySelectorAll('style')) style.remove()
  if (token) localStorage.setItem('auth_token', token)
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  const answering = answeringFetch(answers)
  vi.stubGlobal('fetch', answering.fetch)
  const clients = vi.spyOn(QueryClient.prototype, 'mount')
  await importRoutes(path)
  let close = () => {}
  let isOver = false
  const open = async (address: string) => {
    // A test that timed out still runs, beside the next one.
    if (isOver) throw new Error('the test is over')
    close()
    history.replaceState(null, '', address)
    const place = document.body.appendChild(document.createElement('div'))
    const router = createBrowserRouter(tree())
    const root = createRoot(place, { onCaughtError: report })
    root.render(<RouterProvider router={router} onError={report} />)
    close = () => {
      root.unmount()
      router.dispose()
      place.remove()
      for (const client of clients.mock.contexts) (client as QueryClient).clear()
    }
    await settle()
  }
  onTestFinished(async () => {
    isOver = true
    const [twice] = document.body.textContent.match(SECOND_STOP) ?? []
    close()
    answering.end()
    await settle()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    answering.assertAllAnswered()
    if (twice) throw new Error(`two full stops: ${twice}`)
  })
  await open(path)
  const user = userEvent.setup({ document, delay: null, pointerEventsCheck: 0 })
  const screen = finds()
  return {
    ...screen,
    ...answering,
    user,
    open,
    within: async (role, name) => {
      await screen.role(role, name)
      return finds(() => screen.now().getByRole(role, name === undefined ? {} : { name }))
    },
    press: async (name) => user.click(await screen.role('button', name)),
  }
}
