// Which of the chosen files is the source that is asked for, and how much of it is read.
import assert from 'node:assert/strict';
import test from 'node:test';
import {nearest, Sources} from '../../web/sources.js';

const paths = (...list) => list.map((path) => ({path, file: new File([`text of ${path}`], path.split('/').at(-1))}));
const found = (files, wanted) => nearest(files, wanted).map(({path}) => path);

test('the longest common end of the paths decides', () => {
  const files = paths('app/a/x.cpp', 'app/b/x.cpp', 'app/y.cpp');
  assert.deepEqual(found(files, '/home/me/app/b/x.cpp'), ['app/b/x.cpp']);
  assert.deepEqual(found(files, 'a/x.cpp'), ['app/a/x.cpp']);
  assert.deepEqual(found(files, './../y.cpp'), ['app/y.cpp']);
  assert.deepEqual(found(files, 'C:\\app\\a\\x.cpp'), ['app/a/x.cpp']);
  assert.deepEqual(found(files, 'z.cpp'), []);
  assert.deepEqual(found(files, ''), []);
  assert.deepEqual(found(files, 'p.cpp'), []);
});

test('of several, the one nearest to the chosen folder', () => {
  assert.deepEqual(found(paths('app/old/x.c', 'app/x.c'), 'x.c'), ['app/x.c']);
  assert.deepEqual(found(paths('app/old/x.c', 'app/new/x.c'), 'x.c'), ['app/old/x.c', 'app/new/x.c']);
});

function sources() {
  const told = [];
  let chosen = 0;
  const one = new Sources({found: (answer) => told.push(answer), chosen: () => ++chosen});
  return {one, told, chosen: () => chosen};
}

test('what is not found says what was looked for', async () => {
  const {one, told} = sources();
  await one.find('src/x.c');
  one.choose(paths('app/old/x.c', 'app/new/x.c', 'app/y.c'));
  await one.find('x.c');
  await one.find('src/z.c');
  assert.match(told[0].problem, /^src\/x\.c is not at hand/);
  assert.match(told[1].problem, /app\/old\/x\.c, app\/new\/x\.c$/);
  assert.match(told[2].problem, /^src\/z\.c is not among the 3 files/);
});

test('only the beginning of the file is read', async () => {
  const {one, told, chosen} = sources();
  let asked = null;
  const slice = (from, to) => {
    asked = [from, to];
    return new Blob(['begin']);
  };
  const large = {size: 5e9, slice};
  one.choose([{path: 'app/x.c', file: large}]);
  assert.equal(chosen(), 1);
  await one.find('x.c');
  assert.deepEqual(asked, [0, 8 << 20]);
  assert.equal(new TextDecoder().decode(told[0].bytes), 'begin');
  assert.deepEqual([told[0].path, told[0].size, told[0].wanted], ['app/x.c', 5e9, 'x.c']);
});

test('a file that has gone is told of', async () => {
  const {one, told} = sources();
  one.choose([{path: 'x.c', file: {size: 1, slice: () => ({arrayBuffer: () => Promise.reject(new Error('gone'))})}}]);
  await one.find('x.c');
  assert.equal(told[0].problem, "x.c can't be read: gone");
});

test('a drop is taken only if it has the missing file', () => {
  const {one, chosen} = sources();
  assert.equal(one.take(paths('app/x.c'), ''), false);
  assert.equal(one.take(paths('app/x.c'), 'src/y.c'), false);
  assert.equal(one.take(paths('app/x.c'), 'src/x.c'), true);
  assert.equal(chosen(), 1);
});
