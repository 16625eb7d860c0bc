// Two plain classifiers, to ask whether numbers tell a label: naive Bayes and nearest neighbours.
import { shareLimit } from "./chance.js";

/** @typedef {{features: number[], label: number}} Sample */

/** Each feature with mean 0 and deviation 1; constant ones are left out. @param {Sample[]} samples @returns {Sample[]} */
export function standardise(samples) {
  const count = samples.length, width = samples[0].features.length;
  const kept = /** @type {{at: number, mean: number, deviation: number}[]} */ ([]);
  for (let at = 0; at < width; at++) {
    const mean = samples.reduce((sum, { features }) => sum + features[at], 0) / count;
    const variance = samples.reduce((sum, { features }) => sum + (features[at] - mean) ** 2, 0) / count;
    if (variance > 1e-12) kept.push({ at, mean, deviation: Math.sqrt(variance) });
  }
  return samples.map(({ features, label }) => ({
    features: kept.map(({ at, mean, deviation }) => (features[at] - mean) / deviation),
    label,
  }));
}

/** Learns from samples; returns what guesses a label. @param {Sample[]} samples */
function naiveBayes(samples) {
  const classes = [...new Set(samples.map(({ label }) => label))].map((label) => {
    const own = samples.filter((sample) => sample.label === label);
    const moments = own[0].features.map((_, at) => {
      const mean = own.reduce((sum, { features }) => sum + features[at], 0) / own.length;
      const variance = own.reduce((sum, { features }) => sum + (features[at] - mean) ** 2, 0) / own.length + 0.05;
      return { mean, variance };
    });
    return { label, moments, prior: Math.log(own.length) };
  });
  return (/** @type {number[]} */ features) => {
    let best = classes[0].label, most = -Infinity;
    for (const { label, moments, prior } of classes) {
      let score = prior;
      for (let at = 0; at < features.length; at++) {
        const { mean, variance } = moments[at];
        score -= Math.log(variance) / 2 + (features[at] - mean) ** 2 / (2 * variance);
      }
      if (score > most) [best, most] = [label, score];
    }
    return best;
  };
}

const NEIGHBOURS = 15;

/** @param {Sample[]} samples */
function nearestNeighbours(samples) {
  return (/** @type {number[]} */ features) => {
    /** The nearest ones so far, nearest first. @type {{distance: number, label: number}[]} */
    const near = [];
    let limit = Infinity;
    for (const sample of samples) {
      let distance = 0;
      for (let at = 0; at < features.length && distance < limit; at++) distance += (features[at] - sample.features[at]) ** 2;
      if (distance >= limit) continue;
      let place = near.length;
      while (place > 0 && near[place - 1].distance > distance) place--;
      near.splice(place, 0, { distance, label: sample.label });
      if (near.length > NEIGHBOURS) near.pop();
      if (near.length === NEIGHBOURS) limit = near[NEIGHBOURS - 1].distance;
    }
    const votes = new Map();
    for (const { label } of near) votes.set(label, (votes.get(label) ?? 0) + 1);
    return [...votes].sort((a, b) => b[1] - a[1])[0][0];
  };
}

export const LEARNERS = { naiveBayes, nearestNeighbours };
const FOLDS = 5;

/** How often each classifier is right on samples that it did not learn from, and how often the most
 * frequent label is. @param {Sample[]} given */
export function classify(given) {
  const samples = standardise(given);
  const counts = new Map();
  for (const { label } of samples) counts.set(label, (counts.get(label) ?? 0) + 1);
  const chance = Math.max(...counts.values()) / samples.length;
  const accuracy = Object.fromEntries(Object.entries(LEARNERS).map(([name, learn]) => {
    let right = 0;
    for (let fold = 0; fold < FOLDS; fold++) {
      const guess = learn(samples.filter((_, i) => i % FOLDS !== fold));
      samples.forEach(({ features, label }, i) => {
        if (i % FOLDS === fold && guess(features) === label) right++;
      });
    }
    return [name, right / samples.length];
  }));
  const limit = shareLimit(samples.length, chance);
  return { accuracy, chance, limit };
}
