/** Running programs on this terminal, and ending them when we are asked to end. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { root } from './say.mjs'

const isWindows = process.platform === 'win32'

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Of what runs until it is asked to end: an end by the signal that asks for it is a good one. */
export const wellStopped = (code) =>
  endings.some((name) => code === 128 + constants.signals[name]) ? 0 : code

/** Runs one program until it ends; resolves to its exit code. */
export const runProgram = (node, args, env = {}) => runPrograms([[node, args]], env)

/**
 * Runs several; when one ends the others are asked to. Resolves to the exit code of the one that ended first.
 * Ours (`.ts`) have a channel to us, which closes when we are killed: that is their 'disconnect'. Windows has no
 * signals, so there they are asked by the message 'stop'.
 */
export async function runPrograms(commands, env = {}) {
  const children = commands.map(([node, args]) => {
    const stdin = args[0].endsWith('.ts') ? 'ignore' : 'inherit'
    const stdio = [stdin, 'inherit', 'inherit', ...(args[0].endsWith('.ts') ? ['ipc'] : [])]
    return spawn(node, args, { cwd: root, env: { ...process.env, ...env }, stdio })
  })
  const stop = () => {
    for (const child of children) {
      if (isWindows && child.connected) child.send('stop', () => {})
      else child.kill('SIGTERM')
    }
  }
  for (const name of endings) process.on(name, stop)
  const stopWatching = whenNpmEnds(stop)

  const codes = children.map(codeOf)
  const code = await Promise.race(codes)
  stop()
  await Promise.all(codes)
  stopWatching()
  for (const name of endings) process.off(name, stop)
  return code
}

/** The exit code of a program; of one that a signal ended 128 and its number, as a shell says it. */
function codeOf(child) {
  return new Promise((done) => {
    child.once('error', (error) => {
      console.error(error.message)
      done(1)
    })
    child.once('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  })
}

/** npm keeps a signal to itself and just ends; then we, or the shell between us, have another parent. */
function whenNpmEnds(stop) {
  if (!process.env.npm_lifecycle_event || isWindows) return () => {}
  const before = parents()
  const timer = setInterval(() => {
    if (parents() === before) return
    clearInterval(timer)
    stop()
  }, 300)
  return () => clearInterval(timer)
}

/** Our parent and, where the system says it, the parent's parent. */
function parents() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(process.ppid)
  }
}

/** Runs a program to its end; says nothing, and returns what it said. */
export function runQuietly(node, args) {
  return new Promise((done) => {
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        output += part
      })
    }
    child.once('error', (error) => done({ code: 1, output: error.message }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}
